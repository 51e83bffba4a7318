// Exports as JSON.
import Joi from 'joi';
import { type Format, SCOPES } from './contract.ts';
import { type ExportRow, exportStates, type ScheduleRow } from './store.ts';

export const presentExport = (row: ExportRow) => ({
  id: row.id,
  workspace_id: row.workspace_id,
  page_id: row.page_id,
  format: row.format,
  subtree: row.subtree,
  status: row.status,
  progress: JSON.parse(row.progress_json) as object,
  report: JSON.parse(row.report_json) as object,
  name: row.name,
  size: row.size,
  sha256: row.sha256,
  error: row.error,
  created_at: row.created_at,
  updated_at: row.updated_at,
  expires_at: row.expires_at,
});

export const presentFormat = ({ name, ending, mime, scopes }: Format) => ({ name, ending, mime, scopes: [...scopes] });

export const formatSchema = Joi.object({
  name: Joi.string().required().example('markdown'),
  ending: Joi.string().required().example('zip'),
  mime: Joi.string().required().example('application/zip'),
  scopes: Joi.array()
    .items(Joi.valid(...SCOPES))
    .required(),
}).meta({ title: 'ExportFormat' });

export const exportSchema = Joi.object({
  id: Joi.string().required().example('6f1d2c3b-4a59-4e68-8f7a-0b1c2d3e4f50'),
  workspace_id: Joi.number().integer().required().allow(null),
  page_id: Joi.number().integer().required().allow(null),
  format: Joi.string().required().example('markdown'),
  subtree: Joi.valid(0, 1).required(),
  status: Joi.valid(...exportStates).required(),
  progress: Joi.object().unknown().required().example({ done: 40, total: 102 }),
  report: Joi.object()
    .unknown()
    .required()
    .description('empty until it is completed')
    .example({ pages: 102, warnings: [] }),
  name: Joi.string().required().example('Handbook.zip'),
  size: Joi.number().integer().required().description('bytes of the file, 0 until there is one'),
  sha256: Joi.string().required().allow(''),
  error: Joi.string().required().allow(''),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
  expires_at: Joi.string().required().allow(null),
}).meta({ title: 'Export' });

export const presentSchedule = ({ user_id: _, ...row }: ScheduleRow) => row;

export const scheduleSchema = Joi.object({
  workspace_id: Joi.number().integer().required(),
  every: Joi.valid('day', 'week').required(),
  format: Joi.string().required().example('archive'),
  keep: Joi.number().integer().required().description('how many files are kept').example(7),
  next_at: Joi.string().required().description('when the next one is begun'),
}).meta({ title: 'ExportSchedule' });
