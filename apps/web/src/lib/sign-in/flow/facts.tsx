import css from './facts.module.css';

/** Facts that the user checks before going on. */
export const Facts = ({ facts }: { facts: readonly (readonly [term: string, value: string])[] }) => (
  <dl className={css.facts}>
    {facts.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
