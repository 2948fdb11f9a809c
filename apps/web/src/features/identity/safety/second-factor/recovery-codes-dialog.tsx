import { IconDownload, IconPrinter } from '../../../../ui/buttons/icons.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../../../lib/browser/download.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../../ui/fields/checkbox.tsx';
import { Modal, ModalActions } from '../../../../ui/overlays/modal.tsx';
import { CopyButton } from './copy-button.tsx';
import css from './recovery-codes-dialog.module.css';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shown once: it closes only when its reader says that the codes are kept. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const t = useTranslations('secondFactorSettings');
  const [isKept, setKept] = useState(false);
  const text = `${t('codesFile')}\n\n${codes.join('\n')}\n`;
  const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <Modal title={t('codesTitle')} onClose={onClose} size="small" isDismissable={false}>
      <div className={css.sheet}>
        <p>{t('codesText')}</p>
        <ul aria-label={t('codesList')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={css.tools}>
        <CopyButton text={codes.join('\n')}>{t('copy')}</CopyButton>
        <Button onPress={() => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('codesFileName'))}>
          <IconDownload {...icon} />
          {t('download')}
        </Button>
        <Button onPress={() => window.print()}>
          <IconPrinter {...icon} />
          {t('print')}
        </Button>
      </div>
      <Checkbox isSelected={isKept} onChange={setKept}>
        {t('codesKept')}
      </Checkbox>
      <ModalActions>
        <Button variant="primary" isDisabled={!isKept} onPress={onClose}>
          {t('codesClose')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
