-- Neovim 0.11 or later: starts `qc lsp` for files of Quasar. Call it from init.lua, or copy it there.
vim.filetype.add({ extension = { q = "quasar" } })

vim.lsp.config("quasar", {
  cmd = { "qc", "lsp" },
  filetypes = { "quasar" },
  root_markers = { "qc.toml", ".git" },
})
vim.lsp.enable("quasar")

vim.api.nvim_create_autocmd("LspAttach", {
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == "quasar" then
      vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
    end
  end,
})
