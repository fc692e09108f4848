// Numbers as JSON writes them: exact decimals, whatever binary fractions make of them.

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** From here on JavaScript writes an exponent, and the server reads binary fractions. */
const WRITTEN_OUT = 1e21

/** Whether a number is a multiple of another one, as those who read its text see it. */
export function isMultiple(number, step) {
  const [value, divisor] = [exactly(number), exactly(step)]
  const scale = Math.min(value.exponent, divisor.exponent)
  return scaled(value, scale) % scaled(divisor, scale) === 0n
}

/** The numbers in a JSON text that JavaScript cannot carry, as `written` and `carried`. */
export function inexact(text) {
  const found = []
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) continue
    const carried = Number(token)
    if (!isSame(token, carried)) found.push({ written: token, carried })
  }
  return found
}

/** Whether a number as it is written and a number in memory are the same. */
export function isSame(written, carried) {
  if (!Number.isFinite(carried)) return false
  const [one, other] = [decimal(written), decimal(String(carried))]
  return one.digits === other.digits && (one.digits === 0n || one.exponent === other.exponent)
}

function exactly(number) {
  if (Math.abs(number) < WRITTEN_OUT || !Number.isInteger(number)) return decimal(String(number))
  return { digits: BigInt(number), exponent: 0 }
}

function decimal(text) {
  const [, sign, whole, fraction = '', power = '0'] = NUMBER.exec(text)
  const digits = `${whole}${fraction}`.replace(/0+$/, '')
  const dropped = whole.length + fraction.length - digits.length
  return {
    digits: BigInt(`${sign}${digits || '0'}`),
    exponent: Number(power) - fraction.length + dropped,
  }
}

function scaled({ digits, exponent }, scale) {
  return digits * 10n ** BigInt(exponent - scale)
}
