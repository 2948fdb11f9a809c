import { IconMoon, IconSun } from '../ui/buttons/icons.ts';
import { Button } from 'react-aria-components/Button';
import { useLocale, useTranslations } from 'use-intl';
import { useI18n } from '../lib/i18n/i18n.tsx';
import { setTheme, useTheme } from '../lib/browser/preferences.ts';
import { classNames } from '../ui/buttons/class-names.ts';
import { IconButton } from '../ui/buttons/icon-button.tsx';
import { useNotify } from '../ui/feedback/notifications.tsx';
import css from './preferences-controls.module.css';

/** Named in the language that it leads to. */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  const t = useTranslations('app');
  const network = useTranslations('network');
  const locale = useLocale();
  const i18n = useI18n();
  const notify = useNotify();
  const other = locale === 'fr' ? 'en' : 'fr';
  const change = () => {
    i18n.setLocale(other).catch(() => notify({ type: 'error', text: network('unreachable') }));
  };
  return (
    <Button className={classNames(css.language, className)} onPress={change}>
      <span lang={other}>
        <span aria-hidden>{t('languageShort')}</span>
        <span className="sr">{t('language')}</span>
      </span>
    </Button>
  );
}

export function ThemeSwitch() {
  const t = useTranslations('app');
  const theme = useTheme();
  const isDark = theme === 'dark';
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <IconButton label={isDark ? t('lightTheme') : t('darkTheme')} onPress={() => setTheme(isDark ? 'light' : 'dark')}>
      <Icon size={21} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
