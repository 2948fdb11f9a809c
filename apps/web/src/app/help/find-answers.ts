interface Answerable {
  title: string;
  text: string;
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Words that say nothing of a question: too short, in either language. */
const wordsOf = (question: string): string[] =>
  fold(question)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

/**
 * Returns the answers to a question: the topics that hold the most of its words, those of their titles counting more.
 * Accents and case are no matter, and a word matches from its beginning.
 */
export function findAnswers<Topic extends Answerable>(topics: readonly Topic[], question: string): Topic[] {
  const words = wordsOf(question);
  if (words.length === 0) return [...topics];
  const scored = topics.map((topic) => {
    const [title, text] = [wordsOf(topic.title), wordsOf(topic.text)];
    const has = (held: string[], word: string) => held.some((other) => other.startsWith(word));
    const score = words.reduce((sum, word) => sum + (has(title, word) ? 3 : has(text, word) ? 1 : 0), 0);
    return { topic, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ topic }) => topic);
}
