// The forms that choose colours do without a new page; what they do is loaded with the first choice.
import { failed } from '../../../../core/client/toast.ts';

export function startAppearance(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const button = event.submitter as HTMLButtonElement | null;
    if (!form.matches('[data-appearance]') || button?.name !== 'theme') return;
    event.preventDefault();
    import('./theme-choice.ts').then(({ chooseTheme }) => chooseTheme(form, button)).catch(failed);
  });
}
