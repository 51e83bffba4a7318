// What a condition asks of its property.
import { t } from '../../../../../core/client/messages.ts';
import type { Property } from '../../../model.ts';
import { operatorsOf, operatorText } from './operators.ts';

export interface OperatorSelectProps {
  property: Property;
  op: string;
  /** how many values it is asked about */
  count?: number;
  onChange(op: string): void;
}

export const OperatorSelect = ({ property, op, count = 1, onChange }: OperatorSelectProps) => (
  <select
    aria-label={t('databases.view.filter_operator')}
    value={op}
    onChange={({ currentTarget: { value } }) => onChange(value)}
  >
    {operatorsOf(property, op).operators.map((one) => (
      <option key={one} value={one}>
        {operatorText(one, count)}
      </option>
    ))}
  </select>
);
