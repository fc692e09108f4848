// src/ -> page.js and page.css, which the compiler puts into the page as they are. A folder may be
// named that they are written to, instead of this one.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//

const folder = process.argv[2] ?? '.'
const { outputFiles, metafile } = await build({
  entryPoints: { page: 'src/main.jsx' },
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  outdir: '.',
  format: 'iife',
  target: 'es2022',
  charset: 'ascii',
  jsx: 'automatic',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: {
    '@rjsf/validator-ajv8': './src/absent.js',
    'markdown-to-jsx/react': './src/absent.js',
  },
})

/** The terms under which what is bundled may be passed on, equal ones once. */
async function terms() {
  const found = new Map()
  const names = Object.keys(metafile.inputs).map((path) => PACKAGE.exec(path)?.[1])
  for (const name of [...new Set(names)].filter(Boolean).sort()) {
    const place = join('node_modules', name)
    const { version, license } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))
    const file = (await readdir(place)).find((one) => /^licen[cs]e/i.test(one))
    if (!file) throw new Error(`${name} says nothing about its terms`)
    const text = (await readFile(join(place, file), 'utf8')).replaceAll('\r\n', '\n').trim()
    found.set(text, [...(found.get(text) ?? []), `${name} ${version} (${license})`])
  }
  const parts = [...found].map(([text, packages]) => `${packages.join('\n')}\n\n${text}`)
  return ascii(parts.join('\n\n---\n\n'))
}

function ascii(text) {
  return text
    .replaceAll('\u00a9', '(c)')
    .normalize('NFKD')
    .replace(/[^\n -~]/g, '')
    .replaceAll('*/', '* /')
}

await mkdir(folder, { recursive: true })
for (const { path, text } of outputFiles) {
  const isScript = path.endsWith('.js')
  const content = `${isScript ? `/*\n${await terms()}\n*/\n` : ''}${text.trim()}`
  // Inside of an HTML page these would end the script, or begin a comment.
  if (/<\/(script|style)|<!--/i.test(content)) throw new Error(`${path} cannot stand in a page`)
  await writeFile(join(folder, basename(path)), `${content}\n`)
}
