/**
 * Receipts in an S3-compatible bucket. The client is loaded when it is first needed, because most servers never need
 * it.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import type { Bucket } from '../bucket-url.ts';
import type { StoredFiles } from '../store/upkeep/backup.ts';

const CONNECT_MS = 5000;
const REQUEST_MS = 30_000;

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

export function bucketFiles(bucket: Bucket): StoredFiles {
  let client: S3Client | null = null;
  const open = async () => {
    const sdk = await import('@aws-sdk/client-s3');
    client ??= new sdk.S3Client({
      region: bucket.region,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
      // Servers other than Amazon's seldom support the newer checksums; TLS and our own SHA-256 protect the data.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(bucket.endpoint === null ? {} : { endpoint: bucket.endpoint, forcePathStyle: true }),
      ...(bucket.credentials === null ? {} : { credentials: bucket.credentials }),
    });
    return { sdk, client };
  };
  const placeOf = (name: string) => ({ Bucket: bucket.name, Key: `${bucket.prefix}${name}` });
  return {
    put: async (name, bytes) => {
      const s3 = await open();
      await s3.client.send(
        new s3.sdk.PutObjectCommand({ ...placeOf(name), Body: bytes, ContentType: 'application/octet-stream' }),
      );
    },
    read: async (name) => {
      const s3 = await open();
      try {
        const { Body } = await s3.client.send(new s3.sdk.GetObjectCommand(placeOf(name)));
        return (await Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    has: async (name) => {
      const s3 = await open();
      try {
        await s3.client.send(new s3.sdk.HeadObjectCommand(placeOf(name)));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    remove: async (name) => {
      const s3 = await open();
      await s3.client.send(new s3.sdk.DeleteObjectCommand(placeOf(name)));
    },
  };
}
