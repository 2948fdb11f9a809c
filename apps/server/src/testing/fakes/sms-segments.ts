import { SegmentedMessage } from 'sms-segments-calculator';

/** How a text travels, and in how many messages. */
export function segmentsOf(text: string): { encoding: string; segments: number } {
  const message = new SegmentedMessage(text);
  return { encoding: message.getEncodingName(), segments: message.segmentsCount };
}
