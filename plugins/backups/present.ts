// Backups as JSON, and their schema for the API document.
import Joi from 'joi';
import type { Backup } from './service.ts';
import { BACKUP_STATES } from './store.ts';

export const presentBackup = ({ file, ...row }: Backup) => ({
  id: row.id,
  file,
  state: row.state,
  cause: row.cause,
  bytes: Number(row.bytes),
  rows: row.rows,
  missing: row.missing,
  error: row.error,
  is_present: row.is_present,
  created_by: row.created_by,
  created_at: row.created_at,
  finished_at: row.finished_at,
  verified_at: row.verified_at,
});

const moment = () => Joi.string().required().allow(null);

export const backupSchema = Joi.object({
  id: Joi.number().integer().required(),
  file: Joi.string().required().example('commonplace-2026-11-20T02-23-00-000Z.zip'),
  state: Joi.valid(...BACKUP_STATES).required(),
  cause: Joi.valid('manual', 'schedule').required(),
  bytes: Joi.number().integer().required(),
  rows: Joi.number().integer().required(),
  missing: Joi.number().integer().required().description('stored files that were gone when it was made'),
  error: Joi.string().required().allow(''),
  is_present: Joi.boolean().required().description('whether its file lies on the machine that answers'),
  created_by: Joi.number().integer().required().allow(null),
  created_at: Joi.string().required(),
  finished_at: moment(),
  verified_at: moment(),
}).meta({ title: 'Backup' });
