export const title = "a person marks a file verified today, and the status bar follows";
export const file = "knowledge/tide-windows/overview.md";

export async function run(workbench) {
  await workbench.seeStatus(/stale: expired\b/);
  await workbench.goTo(file, "last-verified: 2026-06-15");
  await workbench.chooseFix("Mark verified today, by me");
  await workbench.seeStatus(/Tier 2 · verified today\b/);
  await workbench.save(file, /last-verified: 2026-11-29\nverified-by: developer\n/);
}
