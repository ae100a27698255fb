import type { Expression } from 'jsep';
import { FormulaProblem } from './formula-problem.ts';
import { NUMBER_FUNCTIONS } from './functions.ts';
import { parseFormula } from './parse-formula.ts';
import { toAsciiFormula, scanFormula, type Operand } from './scan-formula.ts';

/** The values of the inputs, by name. */
type InputValues = ReadonlyMap<string, number>;

/**
 * A compiled part of an expression: the function that computes it, and its position in the text.
 */
type CompiledExpression =
  | { kind: 'number'; at: number; evaluate: (values: InputValues) => number }
  | { kind: 'truth'; at: number; evaluate: (values: InputValues) => boolean };
type NumberExpression = Extract<CompiledExpression, { kind: 'number' }>;
type TruthExpression = Extract<CompiledExpression, { kind: 'truth' }>;

const ARITHMETIC_OPERATORS: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '^': (one, other) => one ** other,
};
const isEqual = (one: number, other: number) => one === other;
const isDifferent = (one: number, other: number) => one !== other;
const isAtMost = (one: number, other: number) => one <= other;
const isAtLeast = (one: number, other: number) => one >= other;
const COMPARISON_OPERATORS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '=': isEqual,
  '==': isEqual,
  '<>': isDifferent,
  '!=': isDifferent,
  '≠': isDifferent,
  '<': (one, other) => one < other,
  '>': (one, other) => one > other,
  '<=': isAtMost,
  '≤': isAtMost,
  '>=': isAtLeast,
  '≥': isAtLeast,
};

/**
 * The type of a syntax node with the properties of all accepted node types. A node has only those of its own
 * type.
 */
type SyntaxNode = Expression & {
  operator: string;
  argument: Expression;
  left: Expression;
  right: Expression;
  test: Expression;
  consequent: Expression;
  alternate: Expression;
  callee: Expression;
  arguments: (Expression | null)[];
  value: unknown;
  name: string;
};

class FormulaCompiler {
  private nextOperandIndex = 0;
  private readonly operands: readonly Operand[];
  private readonly inputs: ReadonlySet<string>;

  constructor(operands: readonly Operand[], inputs: ReadonlySet<string>) {
    this.operands = operands;
    this.inputs = inputs;
  }

  // The compiler visits nodes in source order, so the next scanned operand belongs to the current
  // node.
  private next(): Operand {
    return this.operands[this.nextOperandIndex++] ?? { text: '', at: 0 };
  }

  private number(part: CompiledExpression): NumberExpression {
    if (part.kind !== 'number') throw new FormulaProblem('formula.truth', part.at);
    return part;
  }

  private truth(part: CompiledExpression): TruthExpression {
    if (part.kind !== 'truth') throw new FormulaProblem('formula.number', part.at);
    return part;
  }

  private choice(test: TruthExpression, yes: CompiledExpression, no: CompiledExpression): CompiledExpression {
    if (yes.kind === 'truth') {
      const other = this.truth(no);
      return {
        ...test,
        evaluate: (values) => (test.evaluate(values) ? yes.evaluate(values) : other.evaluate(values)),
      };
    }
    const other = this.number(no);
    return {
      kind: 'number',
      at: test.at,
      evaluate: (values) => (test.evaluate(values) ? yes.evaluate(values) : other.evaluate(values)),
    };
  }

  private call(node: SyntaxNode): CompiledExpression {
    const { text, at } = this.next();
    if (node.callee.type !== 'Identifier') throw new FormulaProblem('formula.notUnderstood', at);
    const name = text.toLowerCase();
    const parts = node.arguments.map((one) => {
      if (!one) throw new FormulaProblem('formula.unfinished', at);
      return this.part(one as SyntaxNode);
    });
    const checkCount = (least: number, most: number) => {
      if (parts.length < least || parts.length > most) throw new FormulaProblem('formula.arguments', at);
    };
    const known = Object.hasOwn(NUMBER_FUNCTIONS, name) ? NUMBER_FUNCTIONS[name]! : null;
    if (known) {
      checkCount(known.least, known.most);
      const numbers = parts.map((one) => this.number(one));
      return {
        kind: 'number',
        at,
        evaluate: (values) => known.apply(...numbers.map((one) => one.evaluate(values))),
      };
    }
    if (name === 'if') {
      checkCount(3, 3);
      return { ...this.choice(this.truth(parts[0]!), parts[1]!, parts[2]!), at };
    }
    if (name !== 'and' && name !== 'or' && name !== 'not')
      throw new FormulaProblem('formula.unknownFunction', at);
    checkCount(1, name === 'not' ? 1 : 30);
    const truths = parts.map((one) => this.truth(one));
    if (name === 'not') return { kind: 'truth', at, evaluate: (values) => !truths[0]!.evaluate(values) };
    return {
      kind: 'truth',
      at,
      evaluate: (values) =>
        name === 'and'
          ? truths.every((one) => one.evaluate(values))
          : truths.some((one) => one.evaluate(values)),
    };
  }

  private binary(node: SyntaxNode): CompiledExpression {
    const left = this.number(this.part(node.left as SyntaxNode));
    const right = this.number(this.part(node.right as SyntaxNode));
    const calculate = ARITHMETIC_OPERATORS[node.operator];
    const { at } = left;
    if (calculate)
      return {
        kind: 'number',
        at,
        evaluate: (values) => calculate(left.evaluate(values), right.evaluate(values)),
      };
    const compare = COMPARISON_OPERATORS[node.operator];
    if (!compare) throw new FormulaProblem('formula.notUnderstood', at);
    return {
      kind: 'truth',
      at,
      evaluate: (values) => compare(left.evaluate(values), right.evaluate(values)),
    };
  }

  part(node: SyntaxNode): CompiledExpression {
    switch (node.type) {
      case 'Literal': {
        const { at } = this.next();
        const { value } = node;
        if (typeof value !== 'number') throw new FormulaProblem('formula.notUnderstood', at);
        return { kind: 'number', at, evaluate: () => value };
      }
      case 'Identifier':
      case 'ThisExpression': {
        const { text, at } = this.next();
        if (!this.inputs.has(text)) throw new FormulaProblem('formula.unknownInput', at);
        return { kind: 'number', at, evaluate: (values) => values.get(text) ?? Number.NaN };
      }
      case 'UnaryExpression': {
        const operand = this.number(this.part(node.argument as SyntaxNode));
        return node.operator === '-'
          ? { ...operand, evaluate: (values) => -operand.evaluate(values) }
          : operand;
      }
      case 'BinaryExpression':
        return this.binary(node);
      case 'ConditionalExpression': {
        const test = this.truth(this.part(node.test as SyntaxNode));
        const yes = this.part(node.consequent as SyntaxNode);
        return this.choice(test, yes, this.part(node.alternate as SyntaxNode));
      }
      case 'CallExpression':
        return this.call(node);
      default:
        throw new FormulaProblem('formula.notUnderstood', this.next().at);
    }
  }
}

/**
 * Compiles an expression over named inputs to a function. It never evaluates the text as code. An expression
 * has no loops, so the function always terminates.
 * @returns a function from input values to the result; the result is NaN or infinite if there is none, for
 * example after a division by zero
 * @throws FormulaProblem if the expression is invalid
 */
export function compileFormula(
  expression: string,
  inputs: readonly string[],
): (values: InputValues) => number {
  const text = toAsciiFormula(expression);
  const compiler = new FormulaCompiler(scanFormula(text), new Set(inputs.map(toAsciiFormula)));
  const compiled = compiler.part(parseFormula(text) as SyntaxNode);
  if (compiled.kind !== 'number') throw new FormulaProblem('formula.truth', 0);
  return (values) =>
    compiled.evaluate(new Map([...values].map(([name, value]) => [toAsciiFormula(name), value])));
}
