// Who can answer a form: people who see it here, or whoever has its link, for which it is published without any rows.
import { copyOut } from '../../../../../core/client/clipboard.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Model } from '../model.ts';
import { quietButton } from '../panels/form-controls.ts';

type Publication = {
  url: string | null;
  form_ids: number[];
  shows_rows: boolean;
  with_children: boolean;
  expires_at: string | null;
  may_change: boolean;
};

type Audience = 'here' | 'anyone';

let audiences = 0;

export class FormAudience {
  readonly element: HTMLElement;
  readonly #model: Model;
  readonly #hint = el('p', { class: 'hint', role: 'status' });
  readonly #choices: Record<Audience, HTMLInputElement>;

  constructor(model: Model) {
    this.#model = model;
    const name = `form-audience-${++audiences}`;
    const choice = (value: Audience) =>
      el('input', { type: 'radio', name, value, disabled: true, onchange: () => void this.#choose(value) });
    this.#choices = { here: choice('here'), anyone: choice('anyone') };
    const line = (value: Audience) =>
      el('label', { class: 'panel-check' }, this.#choices[value], t(`databases.view.form.audience_${value}`));
    const copy = quietButton('link', t('databases.view.form.copy'), () => void this.#copy().catch(failed));
    this.element = el(
      'fieldset',
      { class: 'panel-set form-audience' },
      el('legend', {}, t('databases.view.form.audience')),
      ...[line('here'), line('anyone'), copy, this.#hint],
    );
    this.#read()
      .then((publication) => this.#show(publication))
      .catch(failed);
  }

  get #path(): string {
    return `/api/v2/pages/${this.#model.collection.page_id}/publish`;
  }

  #read(): Promise<Publication> {
    return send<Publication>('GET', this.#path);
  }

  /** A publication that has ended leads nowhere. */
  #isOver = ({ url, expires_at }: Publication): boolean =>
    url === null || (expires_at !== null && Date.parse(expires_at) <= Date.now());

  #isPublic = (publication: Publication): boolean =>
    !this.#isOver(publication) && publication.form_ids.includes(this.#model.view.id);

  #show(publication: Publication): void {
    const isPublic = this.#isPublic(publication);
    const isOwn = this.#model.view.created_by !== null;
    const mayChange = publication.may_change && !isOwn;
    for (const one of Object.values(this.#choices)) one.disabled = !mayChange;
    this.#choices[isPublic ? 'anyone' : 'here'].checked = true;
    const reason = isOwn ? 'own' : mayChange ? (isPublic && publication.shows_rows ? 'rows_seen' : '') : 'denied';
    this.#hint.textContent = reason && t(`databases.view.form.audience_${reason}`);
    this.#hint.hidden = !reason;
  }

  /** Other forms stay as they are; of a database that nobody else reads, its forms alone are published. */
  async #open(publication: Publication): Promise<Publication> {
    const isOver = this.#isOver(publication);
    const form_ids = [...new Set([...(isOver ? [] : publication.form_ids), this.#model.view.id])];
    const alone = { shows_rows: false, with_children: false, ...(publication.url ? { expires_at: null } : {}) };
    return send<Publication>('PUT', this.#path, { form_ids, ...(isOver ? alone : {}) });
  }

  /** What was published for this form alone is taken back with it. */
  async #close(publication: Publication): Promise<Publication> {
    const form_ids = publication.form_ids.filter((one) => one !== this.#model.view.id);
    const isNeeded = form_ids.length > 0 || publication.shows_rows || publication.with_children;
    if (isNeeded) return send<Publication>('PUT', this.#path, { form_ids });
    await send('DELETE', this.#path);
    return this.#read();
  }

  async #choose(audience: Audience): Promise<void> {
    try {
      const before = await this.#read();
      this.#show(await (audience === 'anyone' ? this.#open(before) : this.#close(before)));
    } catch (error) {
      failed(error);
      this.#show(await this.#read());
    }
  }

  async #copy(): Promise<void> {
    const { collection, view } = this.#model;
    const publication = await this.#read();
    const isPublic = this.#isPublic(publication);
    const here = `${location.origin}/pages/${collection.page_id}?view=${view.id}`;
    const address = isPublic ? `${publication.url}/forms/${view.id}` : here;
    await copyOut(address, t(isPublic ? 'databases.view.form.copied_public' : 'databases.view.form.copied'));
  }
}
