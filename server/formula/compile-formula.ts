import type { Expression } from 'jsep';
import { FormulaProblem } from './formula-problem.ts';
import { NUMBER_FUNCTIONS } from './functions.ts';
import { parseFormula } from './parse-formula.ts';
import { toAsciiFormula, scanFormula, type Operand } from './scan-formula.ts';

/** The values of the inputs, by name. */
type InputValues = ReadonlyMap<string, number>;

/**
 * A compiled part of an expression: the function that computes it, and its index in the text.
 */
type CompiledExpression =
  | { kind: 'number'; index: number; evaluate: (values: InputValues) => number }
  | { kind: 'truth'; index: number; evaluate: (values: InputValues) => boolean };
type NumberExpression = Extract<CompiledExpression, { kind: 'number' }>;
type TruthExpression = Extract<CompiledExpression, { kind: 'truth' }>;

const ARITHMETIC_OPERATORS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
};
const isEqual = (left: number, right: number) => left === right;
const isDifferent = (left: number, right: number) => left !== right;
const isAtMost = (left: number, right: number) => left <= right;
const isAtLeast = (left: number, right: number) => left >= right;
const COMPARISON_OPERATORS: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '=': isEqual,
  '==': isEqual,
  '<>': isDifferent,
  '!=': isDifferent,
  '≠': isDifferent,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': isAtMost,
  '≤': isAtMost,
  '>=': isAtLeast,
  '≥': isAtLeast,
};

/**
 * The type of a syntax node with the properties of all accepted node types. A node has only the properties of
 * its own type.
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
  private readonly inputNames: ReadonlySet<string>;

  constructor(operands: readonly Operand[], inputNames: ReadonlySet<string>) {
    this.operands = operands;
    this.inputNames = inputNames;
  }

  // The compiler visits nodes in source order, so the next scanned operand belongs to the current
  // node.
  private takeOperand(): Operand {
    return this.operands[this.nextOperandIndex++] ?? { text: '', index: 0 };
  }

  private requireNumber(part: CompiledExpression): NumberExpression {
    if (part.kind !== 'number') throw new FormulaProblem('formula.truth', part.index);
    return part;
  }

  private requireTruth(part: CompiledExpression): TruthExpression {
    if (part.kind !== 'truth') throw new FormulaProblem('formula.number', part.index);
    return part;
  }

  private compileChoice(
    test: TruthExpression,
    whenTrue: CompiledExpression,
    whenFalse: CompiledExpression,
  ): CompiledExpression {
    if (whenTrue.kind === 'truth') {
      const alternative = this.requireTruth(whenFalse);
      return {
        ...test,
        evaluate: (values) =>
          test.evaluate(values) ? whenTrue.evaluate(values) : alternative.evaluate(values),
      };
    }
    const alternative = this.requireNumber(whenFalse);
    return {
      kind: 'number',
      index: test.index,
      evaluate: (values) =>
        test.evaluate(values) ? whenTrue.evaluate(values) : alternative.evaluate(values),
    };
  }

  private compileCall(node: SyntaxNode): CompiledExpression {
    const { text, index } = this.takeOperand();
    if (node.callee.type !== 'Identifier') throw new FormulaProblem('formula.notUnderstood', index);
    const name = text.toLowerCase();
    const parts = node.arguments.map((argument) => {
      if (!argument) throw new FormulaProblem('formula.unfinished', index);
      return this.compileNode(argument as SyntaxNode);
    });
    const checkArgumentCount = (min: number, max: number) => {
      if (parts.length < min || parts.length > max) throw new FormulaProblem('formula.arguments', index);
    };
    const numberFunction = Object.hasOwn(NUMBER_FUNCTIONS, name) ? NUMBER_FUNCTIONS[name]! : null;
    if (numberFunction) {
      checkArgumentCount(numberFunction.minArguments, numberFunction.maxArguments);
      const numbers = parts.map((part) => this.requireNumber(part));
      return {
        kind: 'number',
        index,
        evaluate: (values) => numberFunction.apply(...numbers.map((number) => number.evaluate(values))),
      };
    }
    if (name === 'if') {
      checkArgumentCount(3, 3);
      return { ...this.compileChoice(this.requireTruth(parts[0]!), parts[1]!, parts[2]!), index };
    }
    if (name !== 'and' && name !== 'or' && name !== 'not')
      throw new FormulaProblem('formula.unknownFunction', index);
    checkArgumentCount(1, name === 'not' ? 1 : 30);
    const truths = parts.map((part) => this.requireTruth(part));
    if (name === 'not') return { kind: 'truth', index, evaluate: (values) => !truths[0]!.evaluate(values) };
    return {
      kind: 'truth',
      index,
      evaluate: (values) =>
        name === 'and'
          ? truths.every((truth) => truth.evaluate(values))
          : truths.some((truth) => truth.evaluate(values)),
    };
  }

  private compileBinary(node: SyntaxNode): CompiledExpression {
    const left = this.requireNumber(this.compileNode(node.left as SyntaxNode));
    const right = this.requireNumber(this.compileNode(node.right as SyntaxNode));
    const calculate = ARITHMETIC_OPERATORS[node.operator];
    const { index } = left;
    if (calculate)
      return {
        kind: 'number',
        index,
        evaluate: (values) => calculate(left.evaluate(values), right.evaluate(values)),
      };
    const compareNumbers = COMPARISON_OPERATORS[node.operator];
    if (!compareNumbers) throw new FormulaProblem('formula.notUnderstood', index);
    return {
      kind: 'truth',
      index,
      evaluate: (values) => compareNumbers(left.evaluate(values), right.evaluate(values)),
    };
  }

  compileNode(node: SyntaxNode): CompiledExpression {
    switch (node.type) {
      case 'Literal': {
        const { index } = this.takeOperand();
        const { value } = node;
        if (typeof value !== 'number') throw new FormulaProblem('formula.notUnderstood', index);
        return { kind: 'number', index, evaluate: () => value };
      }
      case 'Identifier':
      case 'ThisExpression': {
        const { text, index } = this.takeOperand();
        if (!this.inputNames.has(text)) throw new FormulaProblem('formula.unknownInput', index);
        return { kind: 'number', index, evaluate: (values) => values.get(text) ?? Number.NaN };
      }
      case 'UnaryExpression': {
        const operand = this.requireNumber(this.compileNode(node.argument as SyntaxNode));
        return node.operator === '-'
          ? { ...operand, evaluate: (values) => -operand.evaluate(values) }
          : operand;
      }
      case 'BinaryExpression':
        return this.compileBinary(node);
      case 'ConditionalExpression': {
        const test = this.requireTruth(this.compileNode(node.test as SyntaxNode));
        const whenTrue = this.compileNode(node.consequent as SyntaxNode);
        return this.compileChoice(test, whenTrue, this.compileNode(node.alternate as SyntaxNode));
      }
      case 'CallExpression':
        return this.compileCall(node);
      default:
        throw new FormulaProblem('formula.notUnderstood', this.takeOperand().index);
    }
  }
}

/**
 * Compiles an expression over named inputs to a function. It never evaluates the text as code. An expression
 * has no loops, so the function always terminates.
 * @returns a function that computes the result from input values; it returns NaN or infinity if
 * there is no result, for example after a division by zero
 * @throws FormulaProblem if the expression is invalid
 */
export function compileFormula(
  expression: string,
  inputNames: readonly string[],
): (values: InputValues) => number {
  const text = toAsciiFormula(expression);
  const compiler = new FormulaCompiler(scanFormula(text), new Set(inputNames.map(toAsciiFormula)));
  const compiled = compiler.compileNode(parseFormula(text) as SyntaxNode);
  if (compiled.kind !== 'number') throw new FormulaProblem('formula.truth', 0);
  return (values) =>
    compiled.evaluate(new Map([...values].map(([name, value]) => [toAsciiFormula(name), value])));
}
