// A picture of the sprite in a component, decorative: whatever holds it needs a name.
export const Icon = ({ icon }: { icon: string }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${document.documentElement.dataset.icons}#${icon}`} />
  </svg>
);
