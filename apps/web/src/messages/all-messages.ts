import { account as enAccount } from './en/account.ts';
import { arranging as enArranging } from './en/arranging.ts';
import { collecting as enCollecting } from './en/collecting.ts';
import { core as enCore } from './en/core.ts';
import { reading as enReading } from './en/reading.ts';
import { rest as enRest } from './en/rest.ts';
import { safe as enSafe } from './en/safe.ts';
import { sending as enSending } from './en/sending.ts';
import { sharing as enSharing } from './en/sharing.ts';
import { visitor as enVisitor } from './en/visitor.ts';
import { account as frAccount } from './fr/account.ts';
import { arranging as frArranging } from './fr/arranging.ts';
import { collecting as frCollecting } from './fr/collecting.ts';
import { core as frCore } from './fr/core.ts';
import { reading as frReading } from './fr/reading.ts';
import { rest as frRest } from './fr/rest.ts';
import { safe as frSafe } from './fr/safe.ts';
import { sending as frSending } from './fr/sending.ts';
import { sharing as frSharing } from './fr/sharing.ts';
import { visitor as frVisitor } from './fr/visitor.ts';

/** All words of the pages, which bring them in parts; for the tests of them. */
export const catalogues = {
  fr: {
    ...frCore,
    ...frSafe,
    ...frAccount,
    ...frArranging,
    ...frCollecting,
    ...frReading,
    ...frRest,
    ...frSending,
    ...frSharing,
    ...frVisitor,
  },
  en: {
    ...enCore,
    ...enSafe,
    ...enAccount,
    ...enArranging,
    ...enCollecting,
    ...enReading,
    ...enRest,
    ...enSending,
    ...enSharing,
    ...enVisitor,
  },
};

type Catalogue = { readonly [key: string]: string | Catalogue };

const messagesOf = (catalogue: Catalogue, path = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : messagesOf(value, `${path}${key}.`),
  );

/** By their paths: `trash.restored`. */
export const allMessages = { fr: new Map(messagesOf(catalogues.fr)), en: new Map(messagesOf(catalogues.en)) };
