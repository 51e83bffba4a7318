// A list to choose from, found by typing: by pointer, and by arrows and Enter while the focus stays in the field.
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../../core/client/icon.tsx';
import { t } from '../../../../../core/client/messages.ts';

export interface ListedChoice {
  key: string;
  label: string;
  icon?: string;
  /** colour of a chip */
  tone?: string;
  /** of an option of a status: how far that is */
  state?: string;
  /** address of a picture of a person */
  face?: string;
  /** said below it */
  note?: string;
  /** heading that it stands under */
  group?: string;
}

export interface SearchListProps {
  label: string;
  choices: ListedChoice[];
  chosen?: readonly string[];
  isMany?: boolean;
  onChoose(key: string): void;
  /** who finds the choices, where that is not done here */
  onSearch?(typed: string): void;
  /** has the focus when it appears */
  isFirst?: boolean;
  placeholder?: string;
}

/** More are found by typing. */
const SHOWN_MAX = 200;

function ChoiceLine({ choice }: { choice: ListedChoice }): ComponentChildren {
  const { label, icon, tone, state, face, note } = choice;
  return (
    <>
      {icon && <Icon icon={icon} />}
      {face && <img class="avatar" src={face} alt="" width={20} height={20} />}
      <span class="menu-label">
        {tone ? (
          <span class="chip" data-tone={tone} data-group={state}>
            {label}
          </span>
        ) : (
          label
        )}
        {note && <span class="menu-note">{note}</span>}
      </span>
    </>
  );
}

interface ChoiceListProps extends Pick<SearchListProps, 'label' | 'chosen' | 'isMany'> {
  id: string;
  shown: ListedChoice[];
  active: number;
  onChoose(index: number): void;
}

function ChoiceList({ id, label, shown, chosen = [], isMany, active, onChoose }: ChoiceListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
  }, [active, shown[active]?.key]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} aria-multiselectable={isMany} tabIndex={-1}>
      {shown.map((choice, index) => (
        <Fragment key={choice.key}>
          {choice.group && choice.group !== shown[index - 1]?.group && (
            <div class="search-group" role="presentation">
              {choice.group}
            </div>
          )}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names what is active */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the field */}
          <div
            role="option"
            id={`${id}-${index}`}
            class={index === active ? 'menu-item active' : 'menu-item'}
            aria-selected={chosen.includes(choice.key)}
            onClick={() => onChoose(index)}
          >
            <ChoiceLine choice={choice} />
            {chosen.includes(choice.key) && <Icon icon="check" />}
          </div>
        </Fragment>
      ))}
    </div>
  );
}

/** By their words; whoever finds them elsewhere has done that already. */
function matching({ choices, onSearch }: SearchListProps, typed: string): ListedChoice[] {
  const folded = typed.trim().toLocaleLowerCase();
  return onSearch ? choices : choices.filter((one) => one.label.toLocaleLowerCase().includes(folded));
}

export function SearchList(props: SearchListProps) {
  const { label, onChoose, onSearch, isFirst, placeholder } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // Before it is painted: the next key is meant for it.
  useLayoutEffect(() => {
    if (isFirst) field.current?.focus();
  }, []);
  const found = matching(props, typed);
  const shown = found.slice(0, SHOWN_MAX);
  const active = Math.min(at, shown.length - 1);
  const choose = (index: number) => {
    setAt(index);
    const choice = shown[index];
    if (choice) onChoose(choice.key);
    field.current?.focus();
  };
  const obey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step) setAt((active + step + shown.length) % Math.max(shown.length, 1));
    else choose(active);
  };
  return (
    <div class="search-list">
      <input
        ref={field}
        data-first={isFirst ? '' : undefined}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={shown.length ? `${id}-${active}` : undefined}
        aria-label={label}
        placeholder={placeholder ?? t('databases.view.find')}
        autocomplete="off"
        maxLength={100}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setAt(0);
          onSearch?.(currentTarget.value.trim());
        }}
        onKeyDown={obey}
      />
      <ChoiceList {...props} {...{ id, shown, active }} onChoose={choose} />
      <p class="hint" role="status">
        {shown.length === 0
          ? t('databases.view.nothing_found')
          : found.length > shown.length && t('databases.view.more_found', { count: found.length - shown.length })}
      </p>
    </div>
  );
}
