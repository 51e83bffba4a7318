// What a condition asks of its property.
import { t } from '../../../../../core/client/messages.ts';
import type { Property } from '../../../model.ts';
import { operatorsOf } from './operators.ts';

export interface OperatorSelectProps {
  property: Property;
  op: string;
  onChange(op: string): void;
}

export const OperatorSelect = ({ property, op, onChange }: OperatorSelectProps) => (
  <select
    aria-label={t('databases.view.filter_operator')}
    value={op}
    onChange={({ currentTarget: { value } }) => onChange(value)}
  >
    {operatorsOf(property, op).operators.map((one) => (
      <option key={one} value={one}>
        {t(`databases.view.op.${one}`)}
      </option>
    ))}
  </select>
);
