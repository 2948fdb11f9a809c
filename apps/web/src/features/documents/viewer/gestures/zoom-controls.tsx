import { IconArrowsMinimize, IconZoomIn, IconZoomOut } from '../../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import type { Zoom } from './use-zoom.ts';
import css from './zoom-controls.module.css';

const icon = { size: 21, stroke: 1.75, 'aria-hidden': true } as const;

export function ZoomControls({ zoom }: { zoom: Zoom }) {
  const t = useTranslations('viewer');
  const percent = Math.round(zoom.scale * 100);
  return (
    <>
      <IconButton label={t('zoomOut')} onPress={zoom.zoomOut}>
        <IconZoomOut {...icon} />
      </IconButton>
      <output className={css.percent}>
        <span className="sr">{t('zoom', { percent })}</span>
        <span aria-hidden>{t('percent', { percent })}</span>
      </output>
      <IconButton label={t('zoomIn')} onPress={zoom.zoomIn}>
        <IconZoomIn {...icon} />
      </IconButton>
      <IconButton label={t('fit')} isIdle={zoom.isFit} onPress={zoom.fit}>
        <IconArrowsMinimize {...icon} />
      </IconButton>
    </>
  );
}
