// What a person does in VS Code, and what that person can see there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eventually } from "./eventually.mjs";

const pageStarts = 2;
const seconds = 1000;
const patience = 4 * seconds;
const problem = ".markers-panel .monaco-list-row";
const suggestion = ".suggest-widget.visible .monaco-list-row";

export class Workbench {
  #browser;
  #server;
  #layer;
  #shots;
  #page;

  constructor({ browser, server, layer, shots }) {
    this.#browser = browser;
    this.#server = server;
    this.#layer = layer;
    this.#shots = shots;
  }

  /** Opens the layer's folder with one of its files. A page that does not start is loaded again. */
  async open(file) {
    const remote = `vscode-remote://${this.#server.host}${path.join(this.#layer, file)}`;
    const payload = encodeURIComponent(JSON.stringify([["openFile", remote]]));
    const folder = encodeURIComponent(this.#layer);
    for (let start = 1; ; start++) {
      this.#page = await this.#browser.newPage({ viewport: { width: 1280, height: 800 } });
      try {
        await this.#page.goto(`${this.#server.url}/?folder=${folder}&payload=${payload}`);
        await this.#page.waitForSelector(".monaco-editor .view-line", { timeout: 60 * seconds });
        return;
      } catch (error) {
        if (start === pageStarts) {
          throw error;
        }
        await this.#page.close();
      }
    }
  }

  async close() {
    await this.#page.close();
  }

  async screenshot(name) {
    const file = path.join(this.#shots, `${name}.png`);
    // What fades in is there in full.
    await this.#page.screenshot({ path: file, animations: "disabled" });
  }

  async press(...keys) {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
    }
  }

  async type(text) {
    await this.#page.keyboard.type(text, { delay: 20 });
  }

  /** The first match that holds the text, once it is visible. */
  async see(selector, text = "") {
    const found = this.#page.locator(selector).filter({ hasText: text }).first();
    await found.waitFor({ state: "visible", timeout: 60 * seconds });
    return found;
  }

  async seeNoMore(selector, text = "") {
    const found = this.#page.locator(selector).filter({ hasText: text });
    await eventually(`no more ${selector} ${text}`, async () => (await found.count()) === 0);
  }

  /** Shows the Problems panel and returns the row with the text. */
  async seeProblem(text) {
    await this.press("Control+Shift+M");
    return this.see(problem, text);
  }

  async seeProblemNoMore(text) {
    await this.seeNoMore(problem, text);
  }

  async focusEditor() {
    await this.press("Control+1");
    await this.see(".monaco-editor.focused");
  }

  /** Puts the cursor before (or after) the first occurrence of a text in the file on disk. */
  async goTo(file, text, { after = false } = {}) {
    const lines = this.read(file).split("\n");
    const line = lines.findIndex((each) => each.includes(text));
    assert.notEqual(line, -1, `${file} holds ${text}`);
    const column = lines[line].indexOf(text) + (after ? text.length : 0);
    await this.focusEditor();
    await this.press("Control+G");
    const input = await this.see(".quick-input-widget input");
    await input.fill(`:${line + 1}:${column + 1}`);
    await this.press("Enter");
    await this.see(".statusbar-item", `Ln ${line + 1}, Col ${column + 1}`);
    // The cursor is there while the box is still open, and would take the next keys.
    await this.#page.locator(".quick-input-widget").first().waitFor({ state: "hidden" });
    await this.see(".monaco-editor.focused");
  }

  /** Opens a file by its path, as Ctrl+P does it. */
  async openFile(file) {
    await this.press("Control+P");
    const input = await this.see(".quick-input-widget input");
    await input.fill(file);
    await this.see(".quick-input-list .monaco-list-row.focused", path.basename(file));
    await this.press("Enter");
    await this.see(".tab.active", path.basename(file));
  }

  /** Runs a command of the command palette by its whole title. */
  async runCommand(title) {
    await this.press("F1");
    const input = await this.see(".quick-input-widget input");
    await input.fill(`>${title}`);
    await this.see(".quick-input-list .monaco-list-row.focused", title);
    await this.press("Enter");
  }

  /** Opens the menu of fixes at the cursor and returns the titles; the first is the one in focus. */
  async openFixes(title) {
    await this.press("Control+.");
    await this.see(".action-widget .monaco-list-row", title);
    return this.#page.locator(".action-widget .monaco-list-row.action").allInnerTexts();
  }

  /** Chooses the fix or refactoring at the cursor whose title holds the text. */
  async chooseFix(title) {
    await this.openFixes(title);
    await this.see(".action-widget .monaco-list-row.action", title).then((row) => row.click());
    await this.seeNoMore(".action-widget .monaco-list-row.action", title);
  }

  /** Shows the hover at the cursor. VS Code drops one while lenses come in; then it is asked for again. */
  async showHover(text) {
    const hover = this.#page
      .locator(".monaco-editor .monaco-hover:not(.hidden) .hover-contents")
      .filter({ hasText: text })
      .first();
    return eventually(`a hover with ${text}`, async () => {
      await this.press("Control+K", "Control+I");
      const shown = hover.waitFor({ state: "visible", timeout: patience });
      return shown.then(() => hover).catch(() => undefined);
    });
  }

  seeSuggestion(label) {
    return this.see(suggestion, label);
  }

  /** Goes down to the suggestion with this label and accepts it. */
  async acceptSuggestion(label) {
    const focused = this.#page.locator(`${suggestion}.focused`);
    const rows = await this.#page.locator(suggestion).count();
    for (let tries = 0; tries < rows; tries++) {
      if ((await focused.innerText()).includes(label)) {
        return this.press("Enter");
      }
      await this.press("ArrowDown");
    }
    throw new Error(`no suggestion ${label}`);
  }

  /** Gives a file in the explorer another name, as F2 does it there. */
  async renameInExplorer(name, newName) {
    const row = await this.see(".explorer-folders-view .monaco-list-row", name);
    await row.click();
    await this.see(".explorer-folders-view .monaco-list-row.focused", name);
    await this.press("F2");
    const input = await this.see(".explorer-folders-view .explorer-item-edited input");
    await input.fill(newName);
    await this.press("Enter");
  }

  /** Answers the dialog that holds the text with one of its buttons. */
  async answerDialog(text, button) {
    const dialog = await this.see(".monaco-dialog-box", text);
    await dialog.getByRole("button", { name: button, exact: true }).click();
    await this.seeNoMore(".monaco-dialog-box", text);
  }

  /** Waits until a file on disk holds the text. */
  async seeOnDisk(file, text) {
    const holds = () => existsSync(path.join(this.#layer, file)) && this.read(file).includes(text);
    await eventually(`${file} holds ${text}`, holds);
  }

  async seeNotOnDisk(file) {
    await eventually(`no more ${file}`, () => !existsSync(path.join(this.#layer, file)));
  }

  /** The extension's item in the status bar, once its text matches. */
  async seeStatus(pattern) {
    const item = this.#page.locator("#ctxlayer\\.ctxlayer\\.ctxlayer\\.status");
    await eventually(
      `status bar matches ${pattern}`,
      async () => (await item.count()) === 1 && pattern.test(await item.innerText()),
    );
    return item;
  }

  /** Saves, and waits until the file on disk holds (or, for a pattern, matches) what is expected. */
  async save(file, expected) {
    await this.press("Control+S");
    const holds = (text) =>
      expected instanceof RegExp ? expected.test(text) : text.includes(expected);
    await eventually(`${file} holds ${expected}`, () => holds(this.read(file)), { seconds: 20 });
  }

  /** Commits a text to a clone beside the layer, as a person does it in a terminal. */
  commitBeside(clone, file, text, day) {
    const folder = path.join(path.dirname(this.#layer), clone);
    writeFileSync(path.join(folder, file), text);
    const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    const date = `${day}T09:00:00Z`;
    const env = {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    };
    execFileSync("git", [...who, "commit", "-qam", `Change ${file}`], { cwd: folder, env });
  }

  /** Has the Problems panel show those that hold the text and no others; a long list shows its top. */
  async filterProblems(text) {
    await this.press("Control+Shift+M");
    const input = await this.see(".viewpane-filter input");
    await input.fill(text);
  }

  /** The rows of the Problems panel that hold the text. */
  problems(text) {
    return this.#page.locator(problem).filter({ hasText: text });
  }

  /** The lenses that hold the text. */
  lenses(text) {
    return this.#page.locator(".codelens-decoration").filter({ hasText: text });
  }

  read(file) {
    return readFileSync(path.join(this.#layer, file), "utf8");
  }
}
