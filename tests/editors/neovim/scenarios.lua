-- Run by nvim 0.11 in the layer's folder, after its setup; prints one line a scenario.
local table_file = "index/trigger-table.md"
local patience = 30000

local function eventually(name, condition)
  local value
  local function holds()
    value = condition()
    return value
  end
  assert(vim.wait(patience, holds, 50), "did not happen: " .. name)
  return value
end

local function diagnostic(code)
  for _, found in ipairs(vim.diagnostic.get(0)) do
    if found.code == code then
      return found
    end
  end
end

--- Opens the table as it is on disk, in a new buffer, and waits for its first finding.
local function open_table()
  vim.cmd("silent! bwipeout! " .. table_file)
  vim.cmd("edit " .. table_file)
  eventually("a diagnostic", function() return #vim.diagnostic.get(0) > 0 end)
end

--- Puts the cursor on the first occurrence of a text (or behind it), and returns the cursor.
local function go_to(text, behind)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local first, last = line:find(text, 1, true)
    if first then
      vim.api.nvim_win_set_cursor(0, { number, behind and last or first - 1 })
      return
    end
  end
  error("the buffer does not hold " .. text)
end

local function buffer_holds(text)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  return table.concat(lines, "\n"):find(text, 1, true) ~= nil
end

--- The server's answer about the place of the cursor.
local function ask(method)
  local client = assert(vim.lsp.get_clients({ bufnr = 0 })[1], "no client")
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  -- By its number: only then are edits that wait for their delay sent before the request.
  local buffer = vim.api.nvim_get_current_buf()
  local answer = assert(client:request_sync(method, params, patience, buffer))
  assert(not answer.err, vim.inspect(answer.err))
  return answer.result
end

local failed = false

local function scenario(title, run)
  local passed, problem = xpcall(function()
    open_table()
    run()
  end, debug.traceback)
  failed = failed or not passed
  io.stdout:write(("%s neovim: %s\n"):format(passed and "ok" or "FAIL", title))
  if not passed then
    io.stdout:write(problem .. "\n" .. vim.inspect(vim.diagnostic.get(0)) .. "\n")
  end
end

scenario("a dead pointer is a diagnostic with its lint's id", function()
  local found = eventually("dead-pointer", function() return diagnostic("dead-pointer") end)
  assert(found.severity == vim.diagnostic.severity.ERROR)
  assert(found.message:find("overveiw.md", 1, true), found.message)
  go_to("overveiw.md")
  local cursor = vim.api.nvim_win_get_cursor(0)
  assert(found.lnum == cursor[1] - 1 and found.col == cursor[2], "sits on the pointer")
end)

scenario("the hover of a pointer tells how far to trust its file", function()
  go_to("draught-classes.md")
  vim.lsp.buf.hover()
  local shown = eventually("a floating window", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        return window
      end
    end
  end)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(shown), 0, -1, false)
  vim.api.nvim_win_close(shown, true)
  assert(table.concat(lines, "\n"):find("Tier 2", 1, true), table.concat(lines, "\n"))
end)

scenario("a rule shows how many files stand behind its pattern, and follows the tree", function()
  vim.cmd("edit .rules/cranes.md")
  vim.lsp.inlay_hint.enable(true)
  local function label(wanted)
    for _, found in ipairs(vim.lsp.inlay_hint.get({ bufnr = 0 })) do
      if found.inlay_hint.label == wanted then
        return true
      end
    end
  end
  local before = #vim.fn.glob("src/cranes/**/*.*", true, true)
  eventually("the hint", function() return label(before .. (before == 1 and " file" or " files")) end)
  vim.fn.writefile({ "VALUE = 1" }, "src/cranes/added.py")
  vim.lsp.get_clients({ bufnr = 0 })[1]:notify("workspace/didChangeWatchedFiles", {
    changes = { { uri = vim.uri_from_fname(vim.fn.getcwd() .. "/src/cranes/added.py"), type = 1 } },
  })
  eventually("the new count", function() return label((before + 1) .. " files") end)
  vim.fn.delete("src/cranes/added.py")
  vim.lsp.inlay_hint.enable(false)
end)

scenario("a pointer is completed", function()
  go_to("| cargo-manifests | overview.md", true)
  vim.api.nvim_put({ " · " }, "c", false, true)
  local result = ask("textDocument/completion")
  local labels = vim.tbl_map(function(item) return item.label end, result.items or result)
  assert(vim.tbl_contains(labels, "hazard-classes.md"), vim.inspect(labels))
end)

scenario("a dead pointer is mended by a code action", function()
  eventually("dead-pointer", function() return diagnostic("dead-pointer") end)
  go_to("overveiw.md")
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action) return action.isPreferred and action.title:find("overview.md", 1, true) ~= nil end,
  })
  eventually("the edit", function() return buffer_holds("| pilotage | overview.md · boarding-points.md |") end)
  eventually("no more dead-pointer", function() return not diagnostic("dead-pointer") end)
end)

scenario("a pointer tells who else leads to its file", function()
  go_to("boarding-points.md")
  local client = assert(vim.lsp.get_clients({ bufnr = 0 })[1], "no client")
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.context = { includeDeclaration = true }
  local answer = assert(client:request_sync("textDocument/references", params, patience, 0))
  assert(#answer.result >= 1, vim.inspect(answer))
  assert(answer.result[1].uri:find("trigger-table.md", 1, true), vim.inspect(answer.result))
end)

scenario("a term is renamed in every topic that has it", function()
  go_to("slack water")
  vim.lsp.buf.rename("still water")
  eventually("the edits", function()
    return buffer_holds("still water, chart datum") and buffer_holds("still water, pilot ladder")
  end)
  assert(not buffer_holds("slack water"))
end)

scenario("a topic is renamed with its folder", function()
  go_to("crane-shifts")
  vim.lsp.buf.rename("crane-rota")
  eventually("the edit", function() return buffer_holds("| crane-rota | overview.md |") end)
  eventually("the folder", function() return vim.uv.fs_stat("knowledge/crane-rota/overview.md") end)
  assert(not vim.uv.fs_stat("knowledge/crane-shifts"), "the old folder is gone")
end)

vim.cmd(failed and "cquit" or "qall!")
