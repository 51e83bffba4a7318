// The first step: what to bring, which kind of source it is, and where it goes.
import { useEffect, useState } from 'preact/hooks';
import { number, t } from '../../../../core/client/messages.ts';
import {
  type DroppedFile,
  type DroppedItems,
  fromDrop,
  fromField,
} from '../../../../core/client/upload/dropped-files.ts';
import type { WizardProps } from '../import-wizard.tsx';
import { guessSource } from './detect-source.ts';
import { readFileHead } from './file-head.ts';
import type { ImportSource, OptionRule } from './job.ts';
import { ParentField } from './parent-field.tsx';
import { SourceTiles } from './source-tiles.tsx';
import { namesInZip } from './zip-names.ts';

export interface SourceChoice {
  files: DroppedFile[];
  /** instead of files */
  url: string;
  name: string;
  source: string;
  accepts: string[];
  workspaceId: number;
  parentId: number | null;
  options: Record<string, unknown>;
}

const MIB = 1024 * 1024;

/** What systems and version control leave behind; the server would pass it over anyway. */
const isMeant = ({ path }: DroppedFile): boolean =>
  !/(^|\/)(\.git|\.trash|node_modules|__MACOSX|\.DS_Store|Thumbs\.db)(\/|$)/.test(path);

const sizeOf = (files: DroppedFile[]): number => files.reduce((sum, { file }) => sum + file.size, 0);

/** The folder that holds everything, else the only file; empty for several files. */
function nameOf(files: DroppedFile[]): string {
  const first = files[0]?.path ?? '';
  const top = first.split('/')[0] ?? '';
  if (files.every(({ path }) => path.startsWith(`${top}/`))) return top;
  return files.length === 1 ? first : '';
}

/** Without the folder that holds everything: it is the source and no page of its own. */
function withoutTop(files: DroppedFile[]): DroppedFile[] {
  const top = `${files[0]?.path.split('/')[0]}/`;
  return files.every(({ path }) => path.startsWith(top))
    ? files.map(({ path, file }) => ({ path: path.slice(top.length), file }))
    : files;
}

interface OptionProps {
  name: string;
  rule: OptionRule;
  value: unknown;
  set(value: unknown): void;
}

function Option({ name, rule, value, set }: OptionProps) {
  const label = rule.title ?? rule.description ?? name;
  if (rule.type === 'boolean')
    return (
      <label>
        <input
          type="checkbox"
          checked={Boolean(value ?? rule.default)}
          onChange={(event) => set(event.currentTarget.checked)}
        />{' '}
        {label}
      </label>
    );
  const text = String(value ?? rule.default ?? '');
  return (
    <div class="field">
      <label for={`option-${name}`}>{label}</label>
      {rule.enum ? (
        <select id={`option-${name}`} value={text} onChange={(event) => set(event.currentTarget.value)}>
          {rule.enum.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      ) : (
        <input id={`option-${name}`} value={text} onInput={(event) => set(event.currentTarget.value)} />
      )}
    </div>
  );
}

interface DropProps {
  /** without scripts nobody packs several files into one, and nothing can be dropped */
  scripted: boolean;
  required: boolean;
  files: DroppedFile[];
  reading: number | null;
  maxMb: number;
  take(gathered: Promise<DroppedItems>): void;
}

function DropZone({ files, scripted, required, reading, maxMb, take }: DropProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer) take(fromDrop(event.dataTransfer, () => {}));
  };
  const choose = (event: Event) => {
    const { files: list } = event.currentTarget as HTMLInputElement;
    if (list?.length) take(Promise.resolve(fromField(list)));
  };
  return (
    <fieldset
      class={over ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend class="hidden">{t('importers.wizard.what')}</legend>
      <div class="field">
        <label for="import-file">{t('importers.wizard.choose_files')}</label>
        <input
          id="import-file"
          type="file"
          name="file"
          multiple={scripted}
          required={required && !files.length}
          onChange={choose}
        />
      </div>
      <div class="field scripted">
        <label for="import-folder">{t('importers.wizard.choose_folder')}</label>
        <input id="import-folder" type="file" {...{ webkitdirectory: true }} onChange={choose} />
      </div>
      <p class="hint" role="status">
        {reading !== null
          ? t('importers.wizard.reading')
          : files.length
            ? t(nameOf(files) ? 'importers.wizard.chosen' : 'importers.wizard.chosen_files', {
                count: files.length,
                name: nameOf(files),
                size: number(Math.max(0.1, Math.round((sizeOf(files) / MIB) * 10) / 10)),
              })
            : t(scripted ? 'importers.wizard.drop' : 'importers.wizard.limit', { mb: maxMb })}
      </p>
    </fieldset>
  );
}

export function Choose({
  sources,
  workspaces,
  activeId,
  maxMb,
  csrf,
  begin,
}: WizardProps & { begin(chosen: SourceChoice): void }) {
  const [files, setFiles] = useState<DroppedFile[]>([]);
  const [url, setUrl] = useState('');
  const [reading, setReading] = useState<number | null>(null);
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const [source, setSource] = useState(
    sources.find(({ name }) => name === 'notes-vault')?.name ?? sources[0]?.name ?? '',
  );
  const [guessed, setGuessed] = useState(false);
  const [workspace, setWorkspace] = useState(
    workspaces.find(({ id }) => id === activeId)?.id ?? workspaces[0]?.id ?? 0,
  );
  const [parent, setParent] = useState<{ id: number; title: string } | null>(null);
  const [options, setOptions] = useState<Record<string, unknown>>({});
  const chosen: ImportSource | undefined = sources.find(({ name }) => name === source);
  const takesAddress = chosen?.accepts.includes('.url') ?? false;
  const address = takesAddress && !files.length ? url.trim() : '';
  const tooLarge = sizeOf(files) > maxMb * MIB;
  const isReady = (files.length > 0 || address !== '') && !tooLarge;

  const take = async (gathered: Promise<DroppedItems>) => {
    setReading(0);
    const found = await gathered.catch(() => ({ files: [] as DroppedFile[], folders: [] }));
    const meant = found.files.filter(isMeant);
    const [only] = meant;
    const inside = only && meant.length === 1 ? await namesInZip(only.file).catch(() => []) : [];
    setReading(null);
    setFiles(meant);
    const head = only && meant.length === 1 ? await readFileHead(only.file).catch(() => '') : '';
    setSource(guessSource({ paths: meant.map(({ path }) => path), inside, head }, sources));
    setGuessed(meant.length > 0);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isReady || !workspace) return;
    begin({
      files: withoutTop(files),
      url: address,
      name: nameOf(files) || t('importers.wizard.files'),
      source,
      accepts: chosen?.accepts ?? [],
      workspaceId: workspace,
      parentId: parent?.id ?? null,
      options,
    });
  };
  if (!workspaces.length) return <p class="banner plain-tone">{t('importers.wizard.nowhere')}</p>;
  return (
    <form class="card stack" method="post" action="/import" encType="multipart/form-data" onSubmit={submit}>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="dry_run" value="1" />
      <SourceTiles {...{ sources, source, guessed }} choose={setSource} />
      <h2>{t('importers.wizard.what')}</h2>
      <DropZone files={files} scripted={scripted} required={!address} reading={reading} maxMb={maxMb} take={take} />
      {tooLarge && (
        <p class="fault" role="alert">
          {t('importers.wizard.too_large', { mb: maxMb })}
        </p>
      )}
      {takesAddress && (
        <div class="field">
          <label for="import-url">{t('importers.wizard.address')}</label>
          <input
            id="import-url"
            name="url"
            type="url"
            maxLength={2048}
            value={url}
            disabled={files.length > 0}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </div>
      )}
      <div class="field">
        <label for="import-workspace">{t('importers.wizard.workspace')}</label>
        <select
          id="import-workspace"
          name="workspace_id"
          value={workspace}
          onChange={(event) => {
            setWorkspace(Number(event.currentTarget.value));
            setParent(null);
          }}
        >
          {workspaces.map(({ id, name }) => (
            <option key={id} value={id} selected={id === workspace}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <ParentField workspace={workspace} parent={parent} choose={setParent} />
      {Object.entries(chosen?.options?.properties ?? {}).map(([name, rule]) => (
        <Option
          key={name}
          name={name}
          rule={rule}
          value={options[name]}
          set={(value) => setOptions({ ...options, [name]: value })}
        />
      ))}
      <button type="submit" class="button primary" disabled={scripted && !isReady}>
        {t('importers.wizard.preview')}
      </button>
      <p class="hint">{t('importers.wizard.preview_hint')}</p>
    </form>
  );
}
