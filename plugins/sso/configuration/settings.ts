// What single sign-on is set to, as the rest of this plugin reads it.
import type { Role } from '../../../core/http/route.ts';

export interface OidcSettings {
  enabled: boolean;
  /** what people know the provider by */
  name: string;
  issuer: string;
  client_id: string;
  /** with blanks between */
  scopes: string;
  email_claim: string;
  groups_claim: string;
  response_mode: 'query' | 'form_post';
}

export interface SamlSettings {
  enabled: boolean;
  name: string;
  metadata_url: string;
  metadata_xml: string;
  idp: { entity_id: string; sso_url: string; slo_url: string; certificates: string[] };
  /** names of attributes; empty: the usual ones */
  attributes: { email: string; full_name: string; login: string; groups: string };
  want_response_signed: boolean;
  allow_idp_initiated: boolean;
}

export interface WorkspaceRole {
  workspace_id: number;
  role: Role;
}

export interface SignOnSettings {
  enabled: boolean;
  /** nobody comes in by password or passkey but `break_glass` */
  sso_only: boolean;
  provisioning: { mode: 'off' | 'invited' | 'domains' | 'all'; domains: string[]; update_profile: boolean };
  linking: 'confirm' | 'trusted' | 'never';
  default_workspaces: WorkspaceRole[];
  mappings: ({ group: string } & WorkspaceRole)[];
  mapping_mode: 'additive' | 'authoritative';
  required_groups: string[];
  /** ids of administrators */
  break_glass: number[];
  second_factor: 'provider' | 'local';
  oidc: OidcSettings;
  saml: SamlSettings;
}

/** By name: `oidc.client_secret`. */
export type SignOnSecrets = Record<string, string>;

export interface StoredSettings {
  settings: SignOnSettings;
  secrets: SignOnSecrets;
  /** false: they were written with another SECRET_KEY, and nothing of this works */
  isReadable: boolean;
  /** 0 while nothing was saved */
  version: number;
  /** the version under which somebody last came in */
  provenVersion: number;
  updatedAt: string | null;
}
