// [{kind, value}] on standard input -> what JavaScript answers to each, on standard output.
const answers = {
  // sixteen hexadecimal digits of a double's bits -> how JavaScript writes the number
  double: (bits) => {
    const view = new DataView(new ArrayBuffer(8))
    view.setBigUint64(0, BigInt(`0x${bits}`))
    return JSON.stringify(view.getFloat64(0))
  },
  // JSON text -> the text of the value after reading it
  text: (text) => JSON.stringify(JSON.parse(text)),
  date: (text) => (Number.isNaN(Date.parse(text)) ? null : Date.parse(text)),
  sorted: (ids) => ids.sort((a, b) => a.localeCompare(b, 'en-US')),
}

let input = ''
for await (const chunk of process.stdin) input += chunk
const asked = JSON.parse(input)
process.stdout.write(JSON.stringify(asked.map(({ kind, value }) => answers[kind](value))))
