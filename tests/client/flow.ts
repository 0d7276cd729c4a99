/** What another program does with the API: compiled and run by api-client.test.ts with the client that is generated before. */
import * as api from './generated/api.ts';

interface Settings {
  url: string;
  /** A photo of a vehicle. */
  image: Blob;
  /** Reads the code that was mailed to the address. */
  codeFor: (email: string) => Promise<string>;
}

interface Outcome {
  amountDue: number;
  /** Code and message of the rejected order. */
  rejection: string[];
  /** Status of an order after it was cancelled; undefined for none. */
  statusLeft: string | undefined;
  /** Ids of the records of the vehicle, of which one was sent twice. */
  recordIds: number[];
  totalCost: number;
}

const EMAIL = 'client@example.com';
const PASSWORD = 'Kite7!wombat';

/** Returns the body of a success, whose type is that of the status; throws for another status. */
function bodyOf<A extends { status: number; data: unknown }, S extends A['status']>(
  answer: A,
  status: S,
): Extract<A, { status: S }>['data'] {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${JSON.stringify(answer.data)}`);
  return answer.data as Extract<A, { status: S }>['data'];
}

async function logIn(codeFor: Settings['codeFor']): Promise<void> {
  bodyOf(await api.sendCode({ email: EMAIL }), 200);
  const confirmationCode = await codeFor(EMAIL);
  bodyOf(await api.validateCode({ email: EMAIL, confirmationCode }), 200);
  const account = { firstName: 'Olena', lastName: 'Koval', email: EMAIL, password: PASSWORD, confirmationCode, agreement: true as const };
  bodyOf(await api.register(account), 201);
  const { token } = bodyOf(await api.login({ email: EMAIL, password: PASSWORD }), 200);
  api.defaults.headers = { Authorization: `Bearer ${token}`, 'Accept-Language': 'en' };
}

async function order(): Promise<Pick<Outcome, 'amountDue' | 'rejection' | 'statusLeft'>> {
  const { data } = bodyOf(await api.createOrder({ tariff_change: 'family', payment_months: 3 }), 201);
  const rejected = bodyOf(await api.createOrder({ tariff_change: 'family', payment_months: 13 }), 400);
  bodyOf(await api.cancelOrder(data.order_code), 200);
  const left = bodyOf(await api.getCurrentOrder(), 200).data;
  const [field] = rejected.errors ?? [];
  return { amountDue: data.amount_due, rejection: [rejected.code, field?.field ?? '', field?.message ?? ''], statusLeft: left?.status };
}

async function keepVehicle(image: Blob): Promise<Pick<Outcome, 'recordIds' | 'totalCost'>> {
  const bicycle = {
    vehicleType: 'bicycle',
    brand: 'Ardis',
    model: 'City',
    year: 2021,
    color: 'green',
    serialNumber: 'A-1',
    image,
  } as const;
  const { id } = bodyOf(await api.createVehicle(bicycle, { idempotencyKey: 'vehicle-of-the-client' }), 201).data;
  const work = { operationName: 'Chain', partName: 'Chain', partCode: 'C9', price: 15.5, reading: 2021 };
  const idempotencyKey = 'record-of-the-client';
  const first = bodyOf(await api.createRecord(id, work, { idempotencyKey }), 201).data;
  const again = bodyOf(await api.createRecord(id, work, { idempotencyKey }), 201).data;
  const other = bodyOf(await api.createRecord(id, { ...work, price: '4,50' }), 201).data;
  bodyOf(await api.updateRecord(id, other.id, { price: 4 }), 200);
  const { data, totalCost } = bodyOf(await api.listRecords(id, { limit: 10 }), 200);
  if (again.id !== first.id) throw new Error('The repeated request created another record.');
  const { image: path } = bodyOf(await api.getVehicle(id, { year: '2021' }), 200).data;
  const { status } = await api.getImage(path.slice(path.lastIndexOf('/') + 1), { width: 192 });
  if (status !== 200) throw new Error(`The photo was answered with ${status}.`);
  return { recordIds: data.map((record) => record.id), totalCost };
}

export async function runFlow({ url, image, codeFor }: Settings): Promise<Outcome> {
  api.defaults.baseUrl = url;
  await logIn(codeFor);
  return { ...(await order()), ...(await keepVehicle(image)) };
}
