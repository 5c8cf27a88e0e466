/** Objects that are sent to an S3 service in parts: all of an object is there, or nothing. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { BlobsUnavailable } from './blobs.ts';
import type { Bucket } from './bucket.ts';
import type { BucketTimes, S3Calls } from './s3Client.ts';

export function multipartUploads(
  Bucket: string,
  { client, withTimeout, callOrFail, callUnlessAbsent }: S3Calls,
  times: BucketTimes,
): Pick<Bucket, 'putParts' | 'abortParts'> {
  return {
    async putParts(Key, parts, send) {
      const { UploadId } = await callOrFail((options) =>
        client.send(new CreateMultipartUploadCommand({ Bucket, Key }), options),
      );
      const tags = new Map<number, string | undefined>();
      try {
        await send(async (PartNumber, Body) => {
          const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body });
          const { ETag } = await withTimeout(times.send, (options) => client.send(command, options));
          tags.set(PartNumber, ETag);
        });
        const Parts = Array.from({ length: parts }, (_, i) => ({ PartNumber: i + 1, ETag: tags.get(i + 1) }));
        const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
        await withTimeout(times.call, (options) => client.send(command, options));
      } catch (error) {
        const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
        // The error above is thrown; parts that stay are deleted by `abortParts`.
        await withTimeout(times.tidy, (options) => client.send(command, options)).catch(() => {});
        throw new BlobsUnavailable(error);
      }
    },
    async abortParts(prefix, before) {
      let aborted = 0;
      let marker: { KeyMarker?: string; UploadIdMarker?: string } = {};
      for (;;) {
        const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...marker });
        const page = await callOrFail((options) => client.send(command, options));
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (Key === undefined || UploadId === undefined || (Initiated?.getTime() ?? 0) >= before) continue;
          await callUnlessAbsent((options) =>
            client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options),
          );
          aborted += 1;
        }
        if (!page.IsTruncated) return aborted;
        marker = {
          ...(page.NextKeyMarker !== undefined && { KeyMarker: page.NextKeyMarker }),
          ...(page.NextUploadIdMarker !== undefined && { UploadIdMarker: page.NextUploadIdMarker }),
        };
      }
    },
  };
}
