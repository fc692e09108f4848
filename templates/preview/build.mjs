// src/ -> page.js and page.css, which the compiler puts into the page as they are.
import { writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

const { outputFiles } = await build({
  entryPoints: { page: 'src/main.jsx' },
  bundle: true,
  minify: true,
  write: false,
  outdir: '.',
  format: 'iife',
  target: 'es2022',
  charset: 'ascii',
  jsx: 'automatic',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { '@rjsf/validator-ajv8': './src/no-validator.js' },
})

for (const { path, text } of outputFiles) {
  const content = text.trim()
  // Inside of an HTML page these would end the script, or begin a comment.
  if (/<\/(script|style)|<!--/i.test(content)) throw new Error(`${path} cannot stand in a page`)
  await writeFile(path, `${content}\n`)
}
