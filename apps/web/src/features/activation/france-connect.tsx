import { useTranslations } from 'use-intl';
import { FranceConnectButton } from '../../ui/brand/france-connect-button.tsx';

/** The button as the sign-in page has it. */
export function FranceConnect({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  const t = useTranslations('login');
  return (
    <FranceConnectButton
      label={t('franceConnect')}
      aboutLabel={t('aboutFranceConnect')}
      isPending={isPending}
      onPress={onPress}
    />
  );
}
