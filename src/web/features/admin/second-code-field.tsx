import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField, type TextFieldProps } from '../../ui/fields.tsx';
import styles from './admin-panel.module.css';

/** The code of the authenticator app, or a recovery code instead. */
export function SecondCodeField(props: Omit<TextFieldProps, 'label' | 'help'>) {
  const { t } = useTranslation('admin');
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className={styles.code}>
      <TextField
        {...props}
        label={t(isRecovery ? 'code.recovery' : 'code.label')}
        help={t(isRecovery ? 'code.recoveryHelp' : 'code.help')}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button look="plain" size="small" onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? 'code.useApp' : 'code.useRecovery')}
      </Button>
    </div>
  );
}
