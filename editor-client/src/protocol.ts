/** What the client asks of the server beyond the protocol's own requests. */
import { NotificationType, RequestType } from "vscode-languageclient/node";

/** One rule that loads for a path, and why it does. */
export interface RuleMatch {
  /** Relative to the layer's root, with `/`. */
  readonly path: string;
  readonly runtime: string;
  readonly temperature: string;
  readonly because: { readonly kind: string; readonly pattern?: string | null };
  readonly tokens?: number | null;
}

export interface PathMatch {
  readonly path: string;
  readonly rules: readonly RuleMatch[];
}

/** What is known about one file: its tier, who checked it and when, and what makes it stale. */
export interface FileStatus {
  readonly path: string;
  readonly kind: string;
  readonly tier: number | null;
  readonly source: string | null;
  readonly status: string | null;
  readonly status_by: string | null;
  readonly verified_by: string | null;
  readonly last_verified: string | null;
  readonly age_days: number | null;
  readonly stale: readonly { readonly kind: string; readonly evidence: string }[];
}

/** What is in every message of a layer: numbers of the runtime that sends the most. */
export interface LayerBudget {
  /** Null where nobody counts. */
  readonly tokens: number | null;
  /** The same with how sure it is: `≈7,870 ±13 %`. */
  readonly words: string;
  readonly family: string;
  readonly runtime: string;
  readonly budget: number;
  /** Parts without a number, which the number leaves out. */
  readonly unknown: number;
  /** What a message costs more than at the last commit; null where that is not known. */
  readonly delta: number | null;
}

export interface LayerStatus {
  readonly root: string;
  readonly budget: LayerBudget;
}

/** A question about one file; null where the server has nothing to say about it. */
export type FileRequest<R> = RequestType<{ readonly uri: string }, R | null, void>;

/** Null for a file outside every layer. */
export const matchPath: FileRequest<PathMatch> = new RequestType("ctxlayer/matchPath");

/** Null for a file that carries no trust: source code, say. */
export const fileStatus: FileRequest<FileStatus> = new RequestType("ctxlayer/fileStatus");

/** About the layer around a file. Null for a file outside every layer. */
export const layerStatus: FileRequest<LayerStatus> = new RequestType("ctxlayer/layerStatus");

/** Sent when what was answered to the requests above no longer holds for these files. */
export const statusChanged = new NotificationType<{ readonly uris: readonly string[] }>(
  "ctxlayer/statusChanged",
);
