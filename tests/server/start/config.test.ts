import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

describe('the configuration', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: undefined,
      databaseUrl: undefined,
      demo: true,
      factoryCode: 'DEMO',
      captcha: true,
      trustedProxyCount: 0,
    });
  });

  it('treats an empty value as not set', () => {
    expect(readConfig({ PORT: '', MES_ADMIN_PASSWORD: ' ', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('gives the demonstration factory its own code', () => {
    expect(readConfig({ MES_FACTORY_CODE: 'F1' }).factoryCode).toBe('DEMO');
    expect(readConfig({ MES_FACTORY_CODE: 'F1', MES_DEMO: 'off' }).factoryCode).toBe('F1');
  });

  it.each([
    [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL must look like postgres://user:password@host:5432/database',
    ],
    [{ MES_UPSTREAM_URL: 'ftp://x' }, 'MES_UPSTREAM_URL must look like https://mes.example.com'],
    [{ MES_DEMO: 'yes' }, 'MES_DEMO must be on or off'],
    [{ MES_CAPTCHA: 'false' }, 'MES_CAPTCHA must be on or off'],
    [
      { MES_ADMIN_PASSWORD: 'admin' },
      'MES_ADMIN_PASSWORD must be 8 to 20 characters with a digit, a lowercase and an uppercase letter',
    ],
    [
      { MES_DEFAULT_PASSWORD: 'alllowercase1' },
      'MES_DEFAULT_PASSWORD must be 8 to 20 characters with a digit, a lowercase and an uppercase letter',
    ],
    [{ MES_CAPCHA: 'off' }, /^MES_CAPCHA is not a setting; there are MES_DATA_DIR, /],
  ])('refuses %j', (env, expectedMessage) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(expectedMessage);
  });

  it('ends the start with a one-line message that contains no secret', () => {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], MES_ADMIN_PASSWORD: 'tooweak' };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      cwd: projectRoot,
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([
      'MES_ADMIN_PASSWORD must be 8 to 20 characters with a digit, a lowercase and an uppercase letter',
    ]);
  });

  it('defines every name once, with a comment', () => {
    const source = readFileSync(join(projectRoot, 'server/config.ts'), 'utf8');
    const settingNames = [...source.matchAll(/^ {2}([A-Z_]{4,}):/gm)].map((match) => match[1]!);
    expect(settingNames.length).toBeGreaterThan(10);
    expect(new Set(settingNames).size).toBe(settingNames.length);
    const commentPattern = String.raw`  /\*\*(?: .+ \*/|\n(?: {3}\* .+\n)+ {3}\*/)\n`;
    expect(settingNames.filter((name) => !new RegExp(`${commentPattern}  ${name}:`).test(source))).toEqual(
      [],
    );
  });
});
