import { expect, it } from 'vitest';
import { findAnswers } from './find-answers.ts';

const topics = [
  { title: 'Activer mon coffre', text: 'Un code remis par votre employeur.' },
  { title: 'J’ai supprimé un document par erreur', text: 'Il reste 30 jours dans la corbeille.' },
  { title: 'Je quitte mon employeur', text: 'Vos documents restent dans votre coffre.' },
];
const titles = (question: string) => findAnswers(topics, question).map(({ title }) => title);

it('shows every topic until something is asked', () => {
  expect(titles('')).toHaveLength(3);
  expect(titles('de la')).toHaveLength(3);
});

it('finds without regard to accents and case, from the beginning of words', () => {
  expect(titles('SUPPRIME')).toEqual(['J’ai supprimé un document par erreur']);
  expect(titles('corbeille')).toEqual(['J’ai supprimé un document par erreur']);
});

it('puts first what has the words in its title', () => {
  expect(titles('mon employeur')[0]).toBe('Je quitte mon employeur');
});

it('finds nothing for what no topic speaks of', () => {
  expect(titles('météo')).toEqual([]);
});
