// src/ -> page.js and page.css, which the compiler puts into the page as they are. A folder may be
// named that they are written to, instead of this one.
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const folder = process.argv[2] ?? '.'
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
  alias: {
    '@rjsf/validator-ajv8': './src/stubs.js',
    'markdown-to-jsx/react': './src/stubs.js',
  },
})

await mkdir(folder, { recursive: true })
for (const { path, text } of outputFiles) {
  const content = text.trim()
  // Inside of an HTML page these would end the script, or begin a comment.
  if (/<\/(script|style)|<!--/i.test(content)) throw new Error(`${path} cannot stand in a page`)
  await writeFile(join(folder, basename(path)), `${content}\n`)
}
