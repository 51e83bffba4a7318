// Texts in XML: it knows fewer characters than texts have.

/** Without characters that no XML file may hold. */
export const xmlText = (value: string): string =>
  value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
