// Names of the fields of forms with a field for each property, and of their parts.
export const FIELD_NAME = /^p\d{1,10}(_(time|second|second_time|third))?$/;
