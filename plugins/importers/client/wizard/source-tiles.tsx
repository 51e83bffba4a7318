// The kinds of sources as tiles, found by words: what is chosen stays in sight, whatever is looked for.
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../../core/client/messages.ts';
import type { ImportSource } from './job.ts';

interface Props {
  sources: ImportSource[];
  source: string;
  /** it was told by the files */
  guessed: boolean;
  choose(name: string): void;
}

/** More endings than this say no more. */
const ENDINGS_MAX = 3;

/** Endings are alike in all languages; a folder is a word. */
const endingText = (ending: string): string => (ending === 'folder' ? t('importers.wizard.node.folder') : ending);

export function SourceTiles({ sources, source, guessed, choose }: Props) {
  const [words, setWords] = useState('');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!guessed) return;
    const tile = list.current?.querySelector<HTMLElement>('label:has(:checked)');
    if (tile && list.current) list.current.scrollTop = tile.offsetTop - list.current.offsetTop;
  }, [guessed, source]);
  // What nobody has chosen yet is seen as well.
  const [first] = useState(source);
  const ordered = [...sources.filter(({ name }) => name === first), ...sources.filter(({ name }) => name !== first)];
  const wanted = words.trim().toLowerCase();
  const isShown = ({ name, title, accepts }: ImportSource) =>
    name === source || `${title} ${accepts.join(' ')}`.toLowerCase().includes(wanted);
  return (
    <fieldset class="source-tiles">
      <legend>{t('importers.wizard.source')}</legend>
      <input
        type="search"
        class="scripted"
        value={words}
        placeholder={t('importers.wizard.find_source')}
        aria-label={t('importers.wizard.find_source')}
        autocomplete="off"
        onInput={(event) => setWords(event.currentTarget.value)}
        // A word that is looked for sends nothing.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div ref={list}>
        {ordered.map((one) => (
          <label key={one.name} hidden={!isShown(one)}>
            <input
              type="radio"
              name="source"
              value={one.name}
              checked={one.name === source}
              onChange={() => choose(one.name)}
            />
            <span>{one.title}</span>
            <span class="meta">{one.accepts.slice(0, ENDINGS_MAX).map(endingText).join(' ')}</span>
          </label>
        ))}
      </div>
      {guessed && <p class="hint">{t('importers.wizard.guessed')}</p>}
    </fieldset>
  );
}
