// Formulas as a browser draws them; the library is loaded with the first one.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { TEX_MAX } from '../../inline-types.ts';
import { READING, texFault, texRefusal } from '../../tex-limits.ts';

/** @throws what is wrong with the source, in words for people */
export async function drawFormula(tex: string, isInLine = false): Promise<Element> {
  const { default: katex } = await import('katex');
  if (tex.length > TEX_MAX) throw new Error(t('blocks.formula_long'));
  const refusal = texRefusal(tex);
  if (refusal) throw new Error(refusal);
  const made = el(isInLine ? 'span' : 'div', isInLine ? {} : { class: 'math' });
  try {
    katex.render(tex, made, { ...READING, displayMode: !isInLine });
  } catch (error) {
    throw new Error(texFault(error));
  }
  return made;
}
