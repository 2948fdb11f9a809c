import { simpleParser } from 'mailparser';

/** Returns the text of a mail, and who wrote it to whom; not its attachments. */
export async function readMail(bytes: Buffer): Promise<string> {
  const mail = await simpleParser(bytes, { skipImageLinks: true, skipTextLinks: true, skipTextToHtml: true });
  const to = Array.isArray(mail.to) ? mail.to : [mail.to];
  return [mail.subject, mail.from?.text, ...to.map((address) => address?.text), mail.text].filter(Boolean).join('\n');
}
