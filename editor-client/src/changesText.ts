/** The words for what changed since a file was verified: plain text, as it came from git. */
import type { ChangesSince, SourceCommit, Version } from "./protocol";

/** One thing to look at: two versions, `after` undefined for the file as it is now. */
export interface Change {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly title: string;
  readonly before: Version;
  readonly after: Version | undefined;
}

/** The file itself first, then each file of each commit to what it relies on, newest first. */
export function changesOf(uri: string, changes: ChangesSince): Change[] {
  const { verified } = changes;
  const own: Change[] =
    verified === null
      ? []
      : [
          {
            label: name(changes.path),
            description: "this file",
            detail: `as it was verified on ${verified.date}, and as it is now`,
            title: `${name(changes.path)} (verified ${verified.date}) ↔ now`,
            before: { uri, repo: "", commit: verified.commit, path: verified.path, before: false },
            after: undefined,
          },
        ];
  const commits = changes.commits.flatMap((commit) =>
    commit.paths.map((path) => changeOf(uri, commit, path)),
  );
  return [...own, ...commits];
}

function changeOf(uri: string, commit: SourceCommit, path: string): Change {
  const { repo, hash } = commit;
  const version = { uri, repo, commit: hash, path };
  return {
    label: commit.subject || short(hash),
    description: repo ? `${repo}/${path}` : path,
    detail: `${short(hash)} · ${commit.author} · ${commit.date}`,
    title: `${name(path)} (${short(hash)})`,
    before: { ...version, before: true },
    after: { ...version, before: false },
  };
}

function name(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function short(hash: string): string {
  return hash.slice(0, 7);
}
