import jsep from 'jsep'
import { maxFormulaDepth, maxFormulaLength } from './limits.ts'

/** What a formula reads and gives. A list is the answers of one field in all rows of a group. */
export type FormulaValue = number | string | boolean | null | readonly (number | string | boolean | null)[]

/** A parsed formula: a closed list of nodes, so that nothing else can be reached from it. */
export type Formula =
  | { is: 'value'; value: number | string | boolean }
  | { is: 'field'; id: string }
  | { is: 'not' | 'minus'; of: Formula }
  | { is: 'binary'; operator: BinaryOperator; left: Formula; right: Formula }
  | { is: 'choose'; test: Formula; yes: Formula; no: Formula }
  | { is: 'call'; name: FunctionName; inputs: Formula[] }

const binaryOperators = ['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!=', '&&', '||'] as const
type BinaryOperator = (typeof binaryOperators)[number]

/** The functions of formulas, and how many inputs each needs. `if` is another way to write a choice. */
const functions = { sum: 1, count: 1, min: 1, max: 1, round: 1, floor: 1, ceil: 1, abs: 1, join: 2 } as const
type FunctionName = keyof typeof functions
const isFunction = (name: unknown): name is FunctionName => typeof name === 'string' && Object.hasOwn(functions, name)
const maxInputs = 20

export type FormulaFault = 'tooLong' | 'tooDeep' | 'notReadable' | 'unknownName' | 'wrongInputs'
type Parsed = { formula: Formula; fault: null } | { formula: null; fault: FormulaFault }

class Refused extends Error {
  readonly fault: FormulaFault

  constructor(fault: FormulaFault) {
    super(fault)
    this.fault = fault
  }
}

/** Reads a formula such as `sum(fprice) * 2`. The parser calls itself for each parenthesis, so their depth is bounded first. */
export function parseFormula(text: string): Parsed {
  if (text.length > maxFormulaLength) return { formula: null, fault: 'tooLong' }
  if (isTooDeep(text)) return { formula: null, fault: 'tooDeep' }
  try {
    return { formula: convert(jsep(text), 0), fault: null }
  } catch (error) {
    return { formula: null, fault: error instanceof Refused ? error.fault : 'notReadable' }
  }
}

/** Counts what makes the parser go deeper: parentheses, and operators before a value. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if ('([{'.includes(character)) depth++
    if (')]}'.includes(character)) depth--
    if (depth > maxFormulaDepth) return true
  }
  return /[-+!~]{20,}/.test(text.replace(/\s/g, '')) || (text.match(/\?/g)?.length ?? 0) > maxFormulaDepth
}

/** A sum of many parts is a deep tree, but its depth is bounded by the length of the text. */
function convert(node: jsep.Expression, depth: number): Formula {
  if (depth > maxFormulaLength) throw new Refused('tooDeep')
  const next = (child: unknown) => convert(child as jsep.Expression, depth + 1)
  switch (node.type) {
    case 'Literal': {
      const { value } = node
      if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean') throw new Refused('notReadable')
      return { is: 'value', value }
    }
    case 'Identifier': {
      if (!/^f[0-9a-z]{1,20}$/.test(String(node.name))) throw new Refused('unknownName')
      return { is: 'field', id: String(node.name) }
    }
    case 'UnaryExpression': {
      if (node.operator === '-') return { is: 'minus', of: next(node.argument) }
      if (node.operator === '!') return { is: 'not', of: next(node.argument) }
      throw new Refused('notReadable')
    }
    case 'BinaryExpression': {
      const operator = binaryOperators.find((one) => one === node.operator)
      if (!operator) throw new Refused('notReadable')
      return { is: 'binary', operator, left: next(node.left), right: next(node.right) }
    }
    case 'ConditionalExpression':
      return { is: 'choose', test: next(node.test), yes: next(node.consequent), no: next(node.alternate) }
    case 'CallExpression':
      return convertCall(node as jsep.CallExpression, next)
    default:
      throw new Refused('notReadable')
  }
}

function convertCall({ callee, arguments: inputs }: jsep.CallExpression, next: (child: unknown) => Formula): Formula {
  const name = callee.type === 'Identifier' ? callee.name : null
  if (name === 'if') {
    if (inputs.length !== 3) throw new Refused('wrongInputs')
    const [test, yes, no] = inputs
    return { is: 'choose', test: next(test), yes: next(yes), no: next(no) }
  }
  if (!isFunction(name)) throw new Refused('unknownName')
  if (inputs.length < functions[name] || inputs.length > maxInputs) throw new Refused('wrongInputs')
  return { is: 'call', name, inputs: inputs.map(next) }
}

/** The ids of the fields that a formula reads. */
export function listFormulaFields(formula: Formula): string[] {
  switch (formula.is) {
    case 'value':
      return []
    case 'field':
      return [formula.id]
    case 'not':
    case 'minus':
      return listFormulaFields(formula.of)
    case 'binary':
      return [formula.left, formula.right].flatMap(listFormulaFields)
    case 'choose':
      return [formula.test, formula.yes, formula.no].flatMap(listFormulaFields)
    case 'call':
      return formula.inputs.flatMap(listFormulaFields)
  }
}

/**
 * Computes a formula. What is missing counts as 0 in a sum, and as nothing elsewhere. Null if there is no sensible result, for example after
 * a division by zero.
 */
export function computeFormula(formula: Formula, read: (field: string) => FormulaValue): number | string | null {
  const result = compute(formula, read)
  if (typeof result === 'boolean') return result ? 1 : 0
  if (typeof result === 'number') return finiteOrNull(roundTail(result))
  return typeof result === 'string' ? result : null
}

/** Without the tail of a sum such as 0.1 + 0.2, so that a rule about 0.3 holds. */
const roundTail = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(14)))

/** Minus zero is written like zero, so it is zero. */
const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null)

function compute(formula: Formula, read: (field: string) => FormulaValue): FormulaValue {
  switch (formula.is) {
    case 'value':
      return formula.value
    case 'field':
      return read(formula.id)
    case 'not':
      return !isTrue(compute(formula.of, read))
    case 'minus': {
      const value = compute(formula.of, read)
      return typeof value === 'number' ? -value : null
    }
    case 'choose':
      return isTrue(compute(formula.test, read)) ? compute(formula.yes, read) : compute(formula.no, read)
    case 'binary':
      return computeBinary(formula, read)
    case 'call':
      return computeCall(
        formula.name,
        formula.inputs.map((input) => compute(input, read)),
      )
  }
}

const isTrue = (value: FormulaValue): boolean => (typeof value === 'object' ? value !== null && value.length > 0 : Boolean(value))

function computeBinary(
  { operator, left: leftPart, right: rightPart }: Extract<Formula, { is: 'binary' }>,
  read: (field: string) => FormulaValue,
): FormulaValue {
  const left = compute(leftPart, read)
  if (operator === '&&') return isTrue(left) && isTrue(compute(rightPart, read))
  if (operator === '||') return isTrue(left) || isTrue(compute(rightPart, read))
  const right = compute(rightPart, read)
  if (operator === '==') return left === right
  if (operator === '!=') return left !== right
  if (typeof left === 'string' && typeof right === 'string' && ['<', '<=', '>', '>='].includes(operator))
    return holds(operator, left < right ? -1 : left > right ? 1 : 0)
  const [a, b] = [toNumber(left), toNumber(right)]
  if (a === null || b === null) return null
  switch (operator) {
    case '+':
      return finiteOrNull(a + b)
    case '-':
      return finiteOrNull(a - b)
    case '*':
      return finiteOrNull(a * b)
    case '/':
      return finiteOrNull(a / b)
    case '%':
      return finiteOrNull(a % b)
    default:
      return holds(operator, a < b ? -1 : a > b ? 1 : 0)
  }
}

const holds = (operator: BinaryOperator, order: number): boolean =>
  operator === '<' ? order < 0 : operator === '<=' ? order <= 0 : operator === '>' ? order > 0 : order >= 0

const toNumber = (value: FormulaValue): number | null => {
  if (typeof value === 'number') return value
  return typeof value === 'boolean' ? Number(value) : null
}

function computeCall(name: FunctionName, inputs: FormulaValue[]): FormulaValue {
  const values = inputs.flatMap((input) => (Array.isArray(input) ? input : [input]))
  const filled = values.filter((value) => value !== null && value !== '' && value !== false)
  if (name === 'count') return filled.length
  if (name === 'join') return filled.join(' ')
  const numbers = values.map(toNumber).filter((value) => value !== null)
  if (name === 'sum') return finiteOrNull(numbers.reduce((total, value) => total + value, 0))
  if (numbers.length === 0) return null
  if (name === 'min') return Math.min(...numbers)
  if (name === 'max') return Math.max(...numbers)
  const [value = 0, digits = 0] = numbers
  const factor = 10 ** Math.max(0, Math.min(6, Math.trunc(digits)))
  const rounders = { round: Math.round, floor: Math.floor, ceil: Math.ceil, abs: Math.abs }
  return finiteOrNull(rounders[name](value * factor) / factor)
}
