import type { PaymentDetails } from '#contract/payments.ts';
import { TransferRows } from './order-rows.tsx';

/** Payment details as the payer of an order sees them, with the code of an invented order. */
export const TransferPreview = ({ payment }: { payment: PaymentDetails }) => <TransferRows code="57NNUQ7J" payment={payment} />;
