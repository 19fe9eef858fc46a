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

/** A file that something speaks against, and how much depends on it. */
export interface StaleFile {
  readonly path: string;
  readonly tier: number | null;
  readonly kinds: readonly string[];
  /** All kinds in a few words, as the lens has them. */
  readonly words: string;
  readonly evidence: readonly string[];
  readonly hot: number;
  readonly topics: number;
  readonly files: number;
  /** What to ask the running system; null where nobody says. It is never run. */
  readonly query: string | null;
}

/** How the clone of a sibling stands. */
export interface SiblingState {
  readonly name: string;
  readonly path: string;
  readonly state: "PASS" | "STOP" | "UNKNOWN";
  readonly reasons: readonly string[];
  readonly words: string;
}

export interface LayerStatus {
  readonly root: string;
  readonly budget: LayerBudget;
  /** Those that most depends on and most speaks against, the worst first; not always all. */
  readonly stale: readonly StaleFile[];
  readonly stale_count: number;
  readonly repos: readonly SiblingState[];
}

/** A file that a person should verify, with the reasons. */
export interface QueuedFile {
  readonly path: string;
  readonly reasons: readonly { readonly kind: string; readonly evidence: string }[];
  readonly hot: number;
  readonly topics: number;
  readonly files: number;
  readonly query: string | null;
}

export interface ReviewQueue {
  /** The folder that the paths are relative to. */
  readonly root: string;
  readonly queue: readonly QueuedFile[];
}

/** A commit to what a file relies on; paths are from the top of its repository. */
export interface SourceCommit {
  /** Empty for the repository around the layer. */
  readonly repo: string;
  readonly hash: string;
  readonly date: string;
  readonly author: string;
  readonly subject: string;
  readonly paths: readonly string[];
}

export interface ChangesSince {
  readonly path: string;
  /** The version of the file that was verified; null where the text is still the same. */
  readonly verified: {
    readonly commit: string;
    readonly path: string;
    readonly date: string;
  } | null;
  readonly commits: readonly SourceCommit[];
}

/** One version of a file: as a commit has it, or as it was before. */
export interface Version {
  /** Any file of the layer. */
  readonly uri: string;
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
  readonly before: boolean;
}

/** A question about one file; null where the server has nothing to say about it. */
export type FileRequest<R> = RequestType<{ readonly uri: string }, R | null, void>;

/** Null for a file outside every layer. */
export const matchPath: FileRequest<PathMatch> = new RequestType("ctxlayer/matchPath");

/** Null for a file that carries no trust: source code, say. */
export const fileStatus: FileRequest<FileStatus> = new RequestType("ctxlayer/fileStatus");

/** About the layer around a file. Null for a file outside every layer. */
export const layerStatus: FileRequest<LayerStatus> = new RequestType("ctxlayer/layerStatus");

/** What a person should verify next in the layer around a file; without one, of the first folder. */
export const reviewQueue: RequestType<{ readonly uri?: string }, ReviewQueue | null, void> =
  new RequestType("ctxlayer/reviewQueue");

export const changesSince: FileRequest<ChangesSince> = new RequestType("ctxlayer/changesSince");

/** The text is null where there is none to show. */
export const textAt: RequestType<Version, { readonly text: string | null } | null, void> =
  new RequestType("ctxlayer/textAt");

/** Sent when what was answered to the requests above no longer holds for these files. */
export const statusChanged = new NotificationType<{ readonly uris: readonly string[] }>(
  "ctxlayer/statusChanged",
);
