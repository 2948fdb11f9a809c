import type { viewer as french } from '../fr/viewer.ts';
import type { Shape } from '../messages.ts';

export const viewer = {
  loading: 'Opening the document',
  close: 'Close',
  previous: 'Previous document',
  next: 'Next document',
  place: '{position, number} of {total, number}',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit to screen',
  zoom: 'Zoom {percent, number}%',
  rotate: 'Rotate',
  page: 'Page {page, number} of {total, number}',
  pageOf: 'Page {page, number}',
  content: 'Content of the document',
  addedOn: 'Added on {date}',
  noPreview: 'This document is not shown here',
  noPreviewText:
    'The {format} format cannot be shown in your browser. Download the document to open it on your device.',
  tooLarge: 'This text is too long to be shown here. Download it to open it on your device.',
  damaged: 'This document could not be shown',
  damagedText:
    'The file may be damaged, or of a kind that the browser does not know. Download it to open it with another tool.',
  locked: 'This document is protected by a password',
  lockedText: 'Download it, then open it with the password that its author gave you.',
  unavailable: 'Document unavailable',
  gone: 'This document is no longer here',
  goneText: 'It was deleted, or this link is not yours.',
  back: 'Back to the list',
} as const satisfies Shape<typeof french>;
