import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { IconFingerprint } from '../../ui/icons.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { GivenProof } from './given-proof.ts';
import css from './second-factor.module.css';

interface PasskeyProofProps {
  options: Record<string, unknown> | undefined;
  isPending: boolean;
  isWrong: boolean;
  onProof: (proof: GivenProof) => void;
}

/** The browser asks for the passkey only on a press: some refuse to open their window by themselves. */
export function PasskeyProof({ options, isPending, isWrong, onProof }: PasskeyProofProps) {
  const t = useTranslations('secondFactorStep');
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<'passkeyCancelled' | 'passkeyUnsupported'>();
  const ask = async () => {
    setFault(undefined);
    setAsking(true);
    try {
      const { browserSupportsWebAuthn, startAuthentication } = await import('@simplewebauthn/browser');
      if (!browserSupportsWebAuthn() || !options) {
        setFault('passkeyUnsupported');
        return;
      }
      // The contract leaves the inside of WebAuthn's messages to WebAuthn.
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const response = await startAuthentication({ optionsJSON });
      onProof({ method: 'PASSKEY', response: { ...response } });
    } catch {
      // Refused, timed out or none on this device: the browser does not say which, on purpose (WebAuthn, 14.5).
      setFault('passkeyCancelled');
    } finally {
      setAsking(false);
    }
  };
  const words = fault ?? (isWrong ? 'passkeyWrong' : undefined);
  return (
    <div className={css.proof}>
      {words && (
        <Alert tone={fault === 'passkeyCancelled' ? 'warning' : 'danger'} isLive>
          {t(words)}
        </Alert>
      )}
      <Button variant="primary" isPending={isPending || isAsking} onPress={() => void ask()}>
        <IconFingerprint size={20} stroke={1.75} aria-hidden />
        {t('passkeySubmit')}
      </Button>
    </div>
  );
}
