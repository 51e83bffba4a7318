// Shows what a pointer or the focus would bring about on parts that stand still: every rule for such a state is copied for a
// class of its name.
const STATES = ['hover', 'focus-visible', 'active'];

const classFor = (text: string): string =>
  STATES.reduce((changed, state) => changed.replaceAll(`:${state}`, `.is-${state}`), text);

/** Behind each rule, so that the copy wins over what that wins over. */
function copyRules(parent: CSSStyleSheet | CSSGroupingRule): void {
  for (let at = parent.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = parent.cssRules[at];
    if (rule instanceof CSSStyleRule) {
      const copy = classFor(rule.cssText);
      if (copy !== rule.cssText) parent.insertRule(copy, at + 1);
    } else if (rule instanceof CSSGroupingRule) copyRules(rule);
  }
}

for (const sheet of document.styleSheets) copyRules(sheet);
document.documentElement.dataset.states = 'shown';
