// The text that is read has changed in place: what makes its blocks better looks at it again.
export const ARTICLE_CHANGED = 'commonplace:article-changed';
