import type { ReactNode } from 'react';
import { classNames } from '../buttons/class-names.ts';
import css from './card.module.css';

interface CardProps {
  title?: string;
  className?: string | undefined;
  children: ReactNode;
}

export const Card = ({ title, className, children }: CardProps) => (
  <section className={classNames(css.card, className)} {...(title ? { 'aria-label': title } : {})}>
    {title && <h2 className={css.title}>{title}</h2>}
    {children}
  </section>
);

export const cardClass = css.card ?? '';
