import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../ui/layout/class-names.ts';
import { useIsDark } from '../../ui/layout/theme.ts';
import type { GuideBlock, GuideInline } from './guide-block.ts';
import { pictureAddress } from './guide-pictures.ts';
import styles from './help.module.css';

/** A day of a month, and its year: parts of a date that stay on one line. */
const DATE = /\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?/gu;

/** Draws the blocks of a page of the guide. */
export function GuideText({ blocks }: { readonly blocks: readonly GuideBlock[] }) {
  return <div className={styles.text}>{blocks.map(drawBlock)}</div>;
}

/** Draws text within a line. */
export function drawInlines(content: readonly GuideInline[]): ReactNode {
  return content.map((inline, index) => <Fragment key={index}>{drawInline(inline)}</Fragment>);
}

function drawInline(inline: GuideInline): ReactNode {
  if (typeof inline === 'string') return inline.replaceAll(DATE, (date) => date.replaceAll(' ', '\u00a0'));
  switch (inline.kind) {
    case 'strong':
      return <strong>{drawInlines(inline.content)}</strong>;
    case 'emphasis':
      return <em>{drawInlines(inline.content)}</em>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'link':
      return inline.to.startsWith('/') ? (
        <Link to={inline.to}>{drawInlines(inline.content)}</Link>
      ) : (
        <a href={inline.to} target="_blank" rel="noreferrer">
          {drawInlines(inline.content)}
        </a>
      );
  }
}

function drawBlock(block: GuideBlock, index: number): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3';
      return (
        <Heading key={index} id={block.anchor} tabIndex={-1}>
          {block.text}
        </Heading>
      );
    }
    case 'paragraph':
      return <p key={index}>{drawInlines(block.content)}</p>;
    case 'picture':
      return <GuidePicture key={index} picture={block} />;
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List key={index}>
          {block.items.map((item, place) => (
            <li key={place}>{item.map(drawBlock)}</li>
          ))}
        </List>
      );
    }
    case 'table':
      return <GuideTable key={index} table={block} />;
  }
}

function GuidePicture({
  picture: { name, text, width, height },
}: {
  readonly picture: GuideBlock & { readonly kind: 'picture' };
}) {
  const src = pictureAddress(name, useIsDark());
  return <img className={styles.picture} src={src} alt={text} width={width} height={height} loading="lazy" />;
}

function GuideTable({ table: { head, rows, isRight } }: { readonly table: GuideBlock & { readonly kind: 'table' } }) {
  const side = (column: number) => classNames(isRight[column] === true && styles.right);
  return (
    <div className={styles.wide}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col" className={side(column)}>
                {drawInlines(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, column) => (
                <td key={column} className={side(column)}>
                  {drawInlines(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
