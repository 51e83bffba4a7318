// Which part of the product an address belongs to: the public API answers problems, everything else its own forms.

export const isV2 = (path: string): boolean => path === '/api/v2' || path.startsWith('/api/v2/');
