// A new property in place: its name, and its type from a list; what a type cannot do without is asked for after it.
import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../../core/client/icon.tsx';
import { t } from '../../../../../core/client/messages.ts';
import { floatHome } from '../../../../../core/client/popover.ts';
import { PopoverPanel } from '../../../../../core/client/popover-panel.tsx';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Property, PropertyTypeName } from '../../../model.ts';
import type { Parts } from '../../../schema/types/client-property-type.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import { type ListedChoice, SearchList } from '../filters/search-list.tsx';
import type { Model } from '../model.ts';
import { MADE } from '../property-kinds.ts';
import { reordered } from '../table/columns.ts';

/** The answer where so many rows follow that nobody waits for them. */
interface StartedProperty {
  job: { id: number };
}

const FAMILIES = ['basic', 'time', 'computed'] as const;

function familyOf(type: PropertyTypeName): (typeof FAMILIES)[number] {
  const { compares, isComputed } = clientType({ type });
  if (compares === 'people' || compares === 'date') return 'time';
  return isComputed ? 'computed' : 'basic';
}

const typeChoices = (): ListedChoice[] =>
  FAMILIES.flatMap((family) =>
    MADE.filter((type) => familyOf(type) === family).map((type) => ({
      key: type,
      label: t(`databases.type.${type}`),
      icon: clientType({ type }).icon,
      group: t(`databases.view.types.${family}`),
    })),
  );

/** Where a property comes to stand: beside the column of this one. */
export interface ColumnPlace {
  id: number;
  isAfter: boolean;
}

const DRAWN_WITHIN_MS = 2000;

/** It is drawn by now, or by a reading that is on its way; views without columns never draw it. */
async function showColumn(id: number): Promise<void> {
  const end = performance.now() + DRAWN_WITHIN_MS;
  while (performance.now() < end) {
    const head = document.querySelector(`[data-property="${id}"]`);
    if (head) return head.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    await new Promise(requestAnimationFrame);
  }
}

async function create(model: Model, body: object, place: ColumnPlace | undefined): Promise<void> {
  const path = `${model.path}/properties`;
  const made = await send<(Property | StartedProperty) & Record<string, unknown>>('POST', path, body);
  const show = async (id: number) => {
    const { visible } = model.view.config;
    const order = place && reordered(model, id, place.id, place.isAfter);
    if (visible || order)
      await model.saveConfig({ ...(visible && { visible: [...visible, id] }), ...(order && { order }) });
  };
  if ('id' in made) {
    await (place || model.view.config.visible ? show(made.id as number) : model.load());
    void showColumn(made.id as number);
    return;
  }
  if ('job' in made)
    model.whenEnded((made as StartedProperty).job.id, async ({ status, property_id }) => {
      if (status === 'completed' && property_id) await show(property_id);
    });
  await model.load();
}

interface NewPropertyProps {
  model: Model;
  place: ColumnPlace | undefined;
  /** the beginning of its name */
  typed: string;
  onDone(): void;
}

function NewProperty({ model, place, typed, onDone }: NewPropertyProps) {
  const [name, setName] = useState(typed);
  const [type, setType] = useState<PropertyTypeName | null>(null);
  const [hasTurned, setTurned] = useState(false);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const parts = useRef<Parts>({ elements: [], config: () => ({}) });
  const add = async (chosen: PropertyTypeName) => {
    if (isBusy) return;
    setBusy(true);
    setFault('');
    try {
      const config = chosen === type ? parts.current.config() : {};
      await create(model, { name: name.trim() || t(`databases.type.${chosen}`), type: chosen, config }, place);
      onDone();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="new-property"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void add(type ?? 'text');
      }}
    >
      <div class="sheet-head">
        {t('databases.view.new_property')}
        <button type="button" class="icon-button" aria-label={t('core.client.close')} onClick={onDone}>
          <Icon icon="x" />
        </button>
      </div>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <input
        data-first=""
        aria-label={t('databases.view.name')}
        placeholder={t('databases.view.property_named')}
        autocomplete="off"
        maxLength={100}
        value={name}
        onInput={({ currentTarget: { value } }) => setName(value)}
        // A form of several fields without a button is not sent by Enter.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      {type ? (
        <>
          <ChosenType
            type={type}
            onTurn={() => {
              setTurned(true);
              setType(null);
            }}
          />
          <TypeSettings key={type} {...{ model, type }} onParts={(made) => (parts.current = made)} />
          <button type="submit" class="button primary">
            {t('databases.view.add')}
          </button>
        </>
      ) : (
        <SearchList
          label={t('databases.property_type')}
          placeholder={t('databases.view.find_type')}
          choices={typeChoices()}
          isFirst={hasTurned}
          onChoose={(key) => {
            const chosen = key as PropertyTypeName;
            if (clientType({ type: chosen }).isSetUpFirst) setType(chosen);
            else void add(chosen);
          }}
        />
      )}
    </form>
  );
}

/** The type that is asked for more; it holds the keys until its settings are there. */
function ChosenType({ type, onTurn }: { type: PropertyTypeName; onTurn(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <button ref={button} type="button" class="menu-item" onClick={onTurn}>
      <Icon icon={clientType({ type }).icon} />
      <span class="menu-label">{t(`databases.type.${type}`)}</span>
      <Icon icon="chevrons-up-down" />
    </button>
  );
}

const FIELDS = 'input, select, textarea, [contenteditable="true"], button';

interface TypeSettingsProps {
  model: Model;
  type: PropertyTypeName;
  onParts(parts: Parts): void;
}

function TypeSettings({ model, type, onParts }: TypeSettingsProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    clientType({ type })
      .settings?.(model, {})
      .then((parts) => {
        onParts(parts);
        place.current?.replaceChildren(...parts.elements);
        // Whoever has gone elsewhere meanwhile stays there.
        const isWaiting = place.current?.previousElementSibling === document.activeElement;
        if (isWaiting) place.current?.querySelector<HTMLElement>(FIELDS)?.focus();
      })
      .catch(failed);
  }, []);
  return <div ref={place} class="panel-form" />;
}

/** Opens it beside an anchor; the property is shown behind the last one where no place is named. */
export function openNewProperty(
  model: Model,
  anchor: HTMLElement,
  place: ColumnPlace | undefined,
  typed: string,
): void {
  const host = document.createElement('div');
  floatHome().append(host);
  const grid = anchor.closest<HTMLElement>('[role="grid"]');
  const bar = anchor.closest('.view-bar');
  const homes = () => [anchor, grid, bar?.querySelector<HTMLElement>('[data-tool="property"]')];
  const close = () => {
    render(null, host);
    host.remove();
    // What opened it may have been drawn anew with the new property.
    if (document.activeElement === document.body)
      homes()
        .find((one) => one?.isConnected)
        ?.focus();
  };
  render(
    <PopoverPanel
      anchor={anchor}
      label={t('databases.view.new_property')}
      class="chip-panel property-panel"
      onClose={close}
    >
      <NewProperty {...{ model, place, typed }} onDone={close} />
    </PopoverPanel>,
    host,
  );
}
