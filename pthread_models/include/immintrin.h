/* Of the processor's own instructions, what threads wait and order memory with. Vectors are not supported. */
#ifndef _IMMINTRIN_H
#define _IMMINTRIN_H 1

#define _mm_pause() __builtin_ia32_pause()
#define _mm_mfence() __sync_synchronize()
#define _mm_lfence() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define _mm_sfence() __atomic_thread_fence(__ATOMIC_RELEASE)

#endif
