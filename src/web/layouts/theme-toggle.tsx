import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/button.tsx';
import { setColorScheme, useColorScheme } from '../ui/color-scheme.ts';

export function ThemeToggle() {
  const { t } = useTranslation();
  const isDark = useColorScheme() === 'dark';
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={t(isDark ? 'theme.light' : 'theme.dark')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    />
  );
}
