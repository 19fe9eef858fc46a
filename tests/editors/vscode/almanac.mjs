// A knowledge file that tracks a file of the sibling `almanac`.
export const almanacFile = "knowledge/tide-windows/almanac.md";
export const almanac = `---
source: human-authored
created: 2026-10-01
last-verified: 2026-11-01
verified-by: developer
status: confirmed
tracks: ["almanac:src/tables.txt"]
---

# Almanac

High water is when the tables say so.
`;
